// The payments API of the sandbox, for backends and tests.

import assert from 'node:assert/strict';
import { sandboxUrl } from './browser.mjs';

const overview = await (await fetch(`${sandboxUrl}/_sandbox`)).json();

/** The name of the global object that the SDK script makes. */
export const sdkGlobal = overview.sdk_global;

/** An environment: `base_url`, `sdk_script`, `tester_page`, `credentials`. */
export const environment = (name) => overview.payments.find((environment) => environment.environment === name);

/** Creates a payment request, and returns its RequestUid. */
export async function createRequest(name = 'test') {
    const { base_url: base, credentials } = environment(name);
    const response = await fetch(`${base}/thirdparty/payments/v1.0/CreateRequest`, {
        method: 'POST',
        headers: {
            authorization: `Basic ${btoa(`${credentials.client_id}:${credentials.client_secret}`)}`,
            'content-type': 'application/json',
        },
        body: JSON.stringify({
            Amount: 125.5, ApiVersion: '1.0', ClientPubKey: credentials.public_key,
            UserBusinessAddress: '1 Main Street', UserBusinessCity: 'Springfield', UserBusinessName: 'Corner Shop',
            UserBusinessStateCode: 'CO', UserBusinessZip: '80000', UserEmail: 'buyer@shop.example',
            UserFirstName: 'Ada', UserLastName: 'Byron', UserPhone: '5550100',
        }),
    });
    assert.equal(response.status, 200);
    return (await response.json()).Payload;
}

/** A payment request, as the control interface lists it. */
export async function paymentRequest(uid) {
    const { payments } = await (await fetch(`${sandboxUrl}/_sandbox/payments`)).json();
    return payments.find((payment) => payment.request_uid === uid);
}
