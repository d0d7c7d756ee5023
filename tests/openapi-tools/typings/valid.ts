// What a page's author writes. The documents do not show the name of the global object, so the author declares it.
import type { BrowserSdk, BrowserSdkConfiguration, RequestUid } from "./browser-sdk";

declare const Service: BrowserSdk;

const least: BrowserSdkConfiguration = {
  apiVersion: "1.0",
  clientPubKey: "demo-public-key",
  clientName: "Sample Store",
  environment: "TEST",
  products: ["Payments"],
};

const full: BrowserSdkConfiguration = {
  ...least,
  debug: true,
  environment: "PRO",
  onClose: () => {},
  onOpen: () => {},
  onInit: () => {},
  onSuccess: () => {},
  onError: (...told) => console.error(...told),
};

const uid: RequestUid = "req-7f3a91c2";
Service.SDK.init(full);
Service.Payments.open(uid);
