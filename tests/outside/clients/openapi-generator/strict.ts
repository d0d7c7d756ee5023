// What differs between the editions: names of wrappers, and values of several types.

import type { NewIncomingOrder, NewQuote } from './pos-v3';

export const orderRequest = (incomingOrder: NewIncomingOrder) => ({ newIncomingOrderRequest: { incomingOrder } });
export const quoteRequest = (quote: NewQuote) => ({ newQuoteRequest: { quote } });
export const product = (id: string) => id;
