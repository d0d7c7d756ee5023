// Hand-written. The sandbox's clock: shows, sets, advances and resumes it.

import { announce } from './announce.js';
import { part, setText } from './element.js';
import { changeClock } from './sandbox.js';
import { formatFullTime } from './time.js';

/** The difference between the sandbox's clock and the browser's, or the time at which it was stopped. */
let [offset, stopped] = [0, null];

/** Shows the clock of an overview. */
export function showClock({ now, is_running: isRunning }) {
    const time = Date.parse(now);
    // A running clock differs by the time of the request only.
    if (isRunning && (stopped !== null || Math.abs(time - Date.now() - offset) > 2_000)) offset = time - Date.now();
    stopped = isRunning ? null : time;
    draw();
}

function draw() {
    const now = new Date(stopped ?? Date.now() + offset).toISOString();
    part('now').dateTime = now;
    setText(part('now'), `${formatFullTime(now)} UTC`);
    setText(part('running'), stopped === null ? '' : 'stopped');
    showResume(stopped !== null);
}

function showResume(isStopped) {
    const button = part('resume-clock');
    // A hidden button would lose the focus.
    if (!isStopped && document.activeElement === button) part('set-time').focus();
    button.hidden = !isStopped;
}

/** Calls `reload` after each change. */
export function startClock(reload) {
    setInterval(draw, 1_000);
    const change = async (body) => {
        setText(part('clock-error'), '');
        try {
            const { now } = await changeClock(body);
            announce(`The clock is ${formatFullTime(now)} UTC.`);
            offset = Number.NaN;
            await reload();
        } catch (error) {
            setText(part('clock-error'), error.message);
        }
    };
    const onSubmit = (id, body) => part(id).addEventListener('submit', (event) => {
        event.preventDefault();
        change(body(new FormData(event.target)));
    });
    onSubmit('set-clock', (form) => {
        const time = form.get('time');
        return { set: `${time.length === 16 ? `${time}:00` : time}Z` };
    });
    onSubmit('advance-clock', (form) => ({ advance_seconds: Number(form.get('amount')) * Number(form.get('unit')) }));
    part('resume-clock').addEventListener('click', () => change({ resume: true }));
    const sheet = part('clock');
    sheet.addEventListener('toggle', () => {
        if (sheet.open) part('set-time').value = part('now').dateTime.slice(0, 19);
    });
    sheet.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || !sheet.open) return;
        event.stopPropagation();
        sheet.open = false;
        sheet.querySelector('summary').focus();
    });
    document.addEventListener('pointerdown', (event) => {
        if (!sheet.contains(event.target)) sheet.open = false;
    });
}
