// payment.js ADDRESS: a payment, from its request to its refund, by the TypeScript client of openapi-generator.

import { Configuration, PaymentRequestApi, ResponseError } from './payments';

import { address, run, same, shown } from './flow';

const apiVersion = '1.0';

async function main(): Promise<void> {
    const { base_url: basePath, credentials } = (await shown()).payments[0];
    const username: string = credentials.client_id;
    const api = (password: string) => new PaymentRequestApi(new Configuration({ basePath, username, password }));
    const client = api(credentials.client_secret);

    const newPaymentRequest = {
        amount: 125.5,
        apiVersion,
        clientPubKey: credentials.public_key,
        userBusinessAddress: '1 Main Street',
        userBusinessCity: 'Springfield',
        userBusinessName: 'Corner Shop',
        userBusinessStateCode: 'CO',
        userBusinessZip: '80000',
        userEmail: 'buyer@shop.example',
        userFirstName: 'Ada',
        userLastName: 'Byron',
        userPhone: '5550100',
    };
    const request = await client.createRequest({ apiVersion, newPaymentRequest });
    same('CreateRequest', [request.success, request.message], [true, '']);
    const uid = request.payload ?? '';

    const submit = async (requestUid: string, orderNumber: string, amount: number) => {
        const payDate = new Date('2026-12-01');
        const submission = { requestUid, orderNumber, orderDescription: 'Two lamps', amount, payDate };
        return (await client.submitRequestRaw({ apiVersion, submission })).raw.status;
    };
    same('SubmitRequest', await submit(uid, 'A-1', 125.5), 200);
    const adjustment = {
        requestUid: uid,
        amount: 120,
        payDate: new Date('2026-12-02'),
        orderNumber: 'A-1',
        orderDescription: 'Two lamps',
        reason: 'a scratch',
    };
    same('AdjustRequest', (await client.adjustRequestRaw({ apiVersion, adjustment })).raw.status, 200);

    const added = await client.addendumRequest({ apiVersion, addendum: { requestUid: uid, amount: 10.25 } });
    const addedUid = added.payload ?? '';
    same('AddendumRequest', [added.success, addedUid !== '' && addedUid !== uid], [true, true]);
    same('SubmitRequest of the addendum', await submit(addedUid, 'A-1b', 10.25), 200);

    const refund = { requestUid: uid, reason: 'returned' };
    same('RefundRequest', (await client.refundRequestRaw({ apiVersion, refund })).raw.status, 200);

    const status = (client: PaymentRequestApi) =>
        client.refundRequestRaw({ apiVersion, refund }).then(
            ({ raw }) => raw.status,
            (error) => error instanceof ResponseError && error.response.status,
        );
    // The documents do not show what a second refund does. The sandbox rejects it.
    same('a second refund', await status(client), 400);
    same('wrong credentials', await status(api('demo-wrong')), 401);

    const { payments } = await (await fetch(`${address}/_sandbox/payments`)).json();
    const state = (uid: string) => payments.find((payment: any) => payment.request_uid === uid).state;
    same('the states in the sandbox', [uid, addedUid].map(state), ['Refunded', 'Submitted']);
}

run(main);
