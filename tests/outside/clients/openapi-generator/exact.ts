// What differs between the editions: names of wrappers, and values of several types.

import type { NewIncomingOrder, NewOrderItemProductId, NewQuote, QuoteUpdate } from './pos-v3';

export const orderRequest = (incomingOrder: NewIncomingOrder) => ({ createIncomingOrderRequest: { incomingOrder } });
export const quoteRequest = (quote: NewQuote) => ({ createIncomingQuoteRequest: { quote } });
export const quoteUpdateRequest = (referenceId: string, quote: QuoteUpdate) => ({
    referenceId,
    updateIncomingQuoteRequest: { quote },
});
/** The generator declares a union of scalars as an empty interface. */
export const product = (id: string) => id as NewOrderItemProductId;
