import type { BrowserSdkConfiguration } from "./browser-sdk";

export const environment: BrowserSdkConfiguration = {
  apiVersion: "1.0",
  clientPubKey: "demo-public-key",
  clientName: "Sample Store",
  environment: "STAGE", // error: TS2820
  products: ["Payments"],
};

// error: TS2741
export const nameless: BrowserSdkConfiguration = {
  apiVersion: "1.0",
  clientPubKey: "demo-public-key",
  environment: "STG",
  products: ["Payments"],
};

export const misspelled: BrowserSdkConfiguration = {
  apiVersion: "1.0",
  clientPubKey: "demo-public-key",
  clientName: "Sample Store",
  environment: "STG",
  products: ["Payments"],
  onclose: () => {}, // error: TS2561
};
