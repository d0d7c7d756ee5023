// delivery.js ADDRESS: an order from the menu to the door, by the TypeScript client of openapi-generator. The order
// is polled.

import { Configuration, IncomingOrderApi, IncomingQuoteApi, MenuFeedApi, ResponseError, VenueApi } from './pos-v3';

import { address, run, same, shown } from './flow';

async function main(): Promise<void> {
    const { base_url: basePath, credentials } = (await shown()).point_of_sale;
    const configuration = (password: string) =>
        new Configuration({ basePath, username: credentials.integrator_token, password });

    const { venues } = await new VenueApi(configuration('')).listVenues();
    const names = venues.filter((venue) => venue.active).map((venue) => venue.venueName);
    same('venues', names, ['High Street Garden', 'Corner Bakery and Goods']);
    const venue = configuration(venues[0].venueToken ?? '');

    // The store provides the key of its menu feed; no operation returns it.
    const menuFeedKey = credentials.venues[0].menu_feed_key;
    const { menuFeed } = await new MenuFeedApi(venue).getMenuFeed({ menuFeedKey });
    const item = menuFeed.menuGroups?.[0].menuItems?.[0];
    const price = item?.prices?.[0];
    const cents = price?.priceCents ?? 0;
    same('the first product, and its price', [item?.id, price?.id, cents > 0], ['7001', '9001', true]);

    const items = [{ skuId: Number(price?.id), quantity: 2 }];
    const quotes = new IncomingQuoteApi(venue);
    const { quote } = await quotes.createIncomingQuote({ newQuoteRequest: { quote: { items } } });
    same("the quote's subtotal", quote?.totals?.subtotal, 2 * cents);
    const referenceId = String(quote?.referenceNo);
    const quoteUpdateRequest = { quote: { customer: { customerType: 'medical' } } };
    await quotes.updateIncomingQuote({ referenceId, quoteUpdateRequest });
    const updated = await quotes.getIncomingQuote({ referenceId });
    same('the updated quote', updated.quote?.customer?.customerType, 'medical');

    const incomingOrder = {
        referenceNo: 'WEB-1',
        orderItemsAttributes: [{ productParentId: item?.id ?? '', productId: String(price?.id), quantity: 2 }],
        orderType: 'delivery',
        firstName: 'Ada',
        lastName: 'Byron',
        telephone: '5550100',
        address: '1 Main Street',
        city: 'Springfield',
        stateAbbrev: 'CO',
        zipcode: '80000',
        requestedDate: new Date('2026-02-02'),
    };
    const request = { newIncomingOrderRequest: { incomingOrder } };
    const orders = new IncomingOrderApi(venue);
    const created = await orders.createIncomingOrder(request);
    same('the order', [created.incomingOrder?.aasmState, created.orderItems?.[0].quantity], ['pending', 2]);
    const duplicate = await orders.createIncomingOrderRaw(request).catch((error) => error);
    same('a duplicate reference is rejected', duplicate instanceof ResponseError && duplicate.response.status, 422);

    const id = Number(created.incomingOrder?.id);
    for (const [status, state] of [['Change', 'pending'], ['En Route', 'processing']]) {
        const change = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ status }) };
        await fetch(`${address}/_sandbox/orders/${id}/status`, change);
        const read = await orders.getIncomingOrder({ id });
        same('the state of the order', read.incomingOrder?.aasmState, state);
    }
}

run(main);
