import type { BrowserSdk } from "./browser-sdk";

declare const Service: BrowserSdk;

Service.SDK.init(); // refused: TS2554
Service.Payments.open(17); // refused: TS2345
Service.Payments.close("req-7f3a91c2"); // refused: TS2339
