import type { BrowserSdk } from "./browser-sdk";

declare const Service: BrowserSdk;

Service.SDK.init(); // error: TS2554
Service.Payments.open(17); // error: TS2345
Service.Payments.close("req-7f3a91c2"); // error: TS2339
