// What differs between the editions: names of wrappers, and values of several types.

import type { NewIncomingOrder, NewQuote, QuoteUpdate } from './pos-v3';

export const orderRequest = (incomingOrder: NewIncomingOrder) => ({ newIncomingOrderRequest: { incomingOrder } });
export const quoteRequest = (quote: NewQuote) => ({ newQuoteRequest: { quote } });
export const quoteUpdateRequest = (referenceId: string, quote: QuoteUpdate) => ({
    referenceId,
    quoteUpdateRequest: { quote },
});
export const product = (id: string) => id;
