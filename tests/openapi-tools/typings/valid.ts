// A page of a shop. The documents do not show the name of the global object, so the page declares it.
import type { BrowserSdk, BrowserSdkConfiguration, RequestUid } from "./browser-sdk";

declare const Service: BrowserSdk;

const minimal: BrowserSdkConfiguration = {
  apiVersion: "1.0",
  clientPubKey: "demo-public-key",
  clientName: "Sample Store",
  environment: "TEST",
  products: ["Payments"],
};

const full: BrowserSdkConfiguration = {
  ...minimal,
  debug: true,
  environment: "PRO",
  onClose: () => {},
  onOpen: () => {},
  onInit: () => {},
  onSuccess: () => {},
  onError: (...details) => console.error(...details),
};

const uid: RequestUid = "req-7f3a91c2";
Service.SDK.init(full);
Service.Payments.open(uid);
