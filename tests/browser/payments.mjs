// The payments service of the sandbox, as a service's backend and a test see it.

import assert from 'node:assert/strict';
import { sandboxUrl } from './browser.mjs';

const about = await (await fetch(`${sandboxUrl}/_sandbox`)).json();

/** The name of the global object that the SDK script makes. */
export const sdkGlobal = about.sdk_global;

/** An environment: `base_url`, `sdk_script`, `tester_page`, `credentials`. */
export const environment = (name) => about.payments.find((one) => one.environment === name);

/** Makes a request, and gives its RequestUid. */
export async function createRequest(name = 'test') {
    const { base_url: base, credentials } = environment(name);
    const reply = await fetch(`${base}/thirdparty/payments/v1.0/CreateRequest`, {
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
    assert.equal(reply.status, 200);
    return (await reply.json()).Payload;
}

/** What the sandbox keeps of a request. */
export async function kept(uid) {
    const { payments } = await (await fetch(`${sandboxUrl}/_sandbox/payments`)).json();
    return payments.find((payment) => payment.request_uid === uid);
}
