// Hand-written. Times and amounts as texts. Times are in UTC, as the clock of the sandbox is.

const format = (options) => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', hourCycle: 'h23', ...options });
const full = format({ dateStyle: 'medium', timeStyle: 'medium' });
const hours = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const days = format({ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });

/** As in `Nov 22, 2026, 15:20:34`. */
export const formatFullTime = (text) => full.format(new Date(text));

/** A short text: without the day if it is that of the sandbox's clock. */
export const formatTime = (text, now) => (text.slice(0, 10) === now.slice(0, 10) ? hours : days).format(new Date(text));

/** Cents as in `1,234.50`. */
export const formatCents = (cents) =>
    (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1 item`, `2 items`. */
export const count = (number, noun) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
