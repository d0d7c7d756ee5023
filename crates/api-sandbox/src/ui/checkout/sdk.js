// Hand-written. The sandbox's stand-in of the browser SDK. The server calls this function with what belongs to one
// environment: the name of the global object, the environment's name and word, version, public key, and the address below
// which the payment app is.
//
// Its two entry points and its callbacks are the documents'. When onError is called, and that a message on the console goes
// with it, is the sandbox's own choice. Callbacks get no arguments. Nothing is ever thrown at the page.
(function (script) {
    'use strict';

    const { global, name, environment: sdkEnvironment, apiVersion, publicKey, app } = script;
    const appOrigin = new URL(app).origin;
    const CALLBACKS = ['onInit', 'onOpen', 'onClose', 'onSuccess', 'onError'];
    const FIELDS = ['apiVersion', 'clientPubKey', 'clientName', 'debug', 'environment', 'products', ...CALLBACKS];
    /** How long the app may take until it answers, in milliseconds. */
    const PATIENCE = 10_000;

    /** Whether an init has succeeded. */
    let ready = false;
    /** A copy of the latest configuration: who is called, also by an init that fails. */
    let configuration = {};
    /** The app that is open. */
    let session = null;

    if (Object.hasOwn(window, global)) {
        console.error(`${global}: an SDK script is loaded already, and stays; a page loads one of one environment`);
        return;
    }
    const entry = (action) => (argument) => {
        try {
            action(argument);
        } catch (problem) {
            fail(String(problem));
        }
    };
    Object.defineProperty(window, global, {
        enumerable: true,
        value: Object.freeze({
            SDK: Object.freeze({ init: entry(init) }),
            Payments: Object.freeze({ open: entry(open) }),
        }),
    });

    function init(given) {
        if (ready) return fail('SDK.init: it was called before; the first configuration stays');
        const isObject = typeof given === 'object' && given !== null;
        configuration = isObject ? { ...given } : {};
        const problems = isObject ? problemsOf(configuration) : ['a configuration object is due'];
        if (problems.length > 0) return fail(`SDK.init: ${problems.join('; ')}`);
        for (const field of Object.keys(configuration).filter((field) => !FIELDS.includes(field))) {
            console.warn(`${global}: SDK.init: the documents name no field ${field}`);
        }
        ready = true;
        call('onInit');
    }

    function problemsOf(given) {
        const problems = [];
        const due = (isRight, problem) => isRight || problems.push(problem);
        const optional = (field, type) => given[field] === undefined || typeof given[field] === type;
        due(given.apiVersion === apiVersion, `apiVersion is due to be "${apiVersion}"`);
        due(given.clientPubKey === publicKey, `clientPubKey is not the public key of the environment ${name}`);
        due(given.environment === sdkEnvironment, `environment is due to be "${sdkEnvironment}", as this is the script of ${name}`);
        due(Array.isArray(given.products) && given.products.includes('Payments'), 'products is due to contain "Payments"');
        due(optional('clientName', 'string'), 'clientName is no text');
        due(optional('debug', 'boolean'), 'debug is neither true nor false');
        for (const callback of CALLBACKS) due(optional(callback, 'function'), `${callback} is no function`);
        return problems;
    }

    function open(uid) {
        if (!ready) return fail('Payments.open: SDK.init comes first, and has not succeeded');
        if (session) return fail('Payments.open: the payment app is open already');
        if (typeof uid !== 'string' || uid === '') {
            return fail('Payments.open: a RequestUid is due, the text that CreateRequest gave');
        }
        session = shown(app + encodeURIComponent(uid));
    }

    /** Shows the app in a dialog above the page. */
    function shown(address) {
        const dialog = document.createElement('dialog');
        dialog.setAttribute('aria-label', 'Payment');
        // Set one by one, styles need no permission of the page's own policy.
        Object.assign(dialog.style, {
            width: '100vw', height: '100vh', maxWidth: 'none', maxHeight: 'none', boxSizing: 'border-box', margin: '0',
            border: '0', padding: '12px', background: 'rgb(15 20 30 / 60%)', placeItems: 'center', overflow: 'hidden',
        });
        const frame = document.createElement('iframe');
        Object.assign(frame.style, {
            width: 'min(440px, 100%)', height: 'min(640px, 100%)', border: '0', borderRadius: '14px',
            boxShadow: '0 24px 60px rgb(0 0 0 / 35%)',
        });
        frame.title = 'Payment app';
        frame.src = address;
        const opening = { dialog, frame, isOpen: false, timer: 0 };
        opening.timer = setTimeout(() => {
            dismiss(opening);
            fail('Payments.open: the payment app does not answer; does the page let it be framed?');
        }, PATIENCE);
        frame.addEventListener('load', () => say(opening, 'hello'));
        // Escape asks the app to close. Who presses it again closes without it.
        dialog.addEventListener('cancel', (event) => {
            event.preventDefault();
            say(opening, 'close');
        });
        dialog.addEventListener('close', () => finish(opening));
        dialog.append(frame);
        (document.body ?? document.documentElement).append(dialog);
        dialog.showModal();
        dialog.style.display = 'grid';
        return opening;
    }

    function say(to, text) {
        const { clientName = '' } = configuration;
        // Only the app gets it: the browser drops it if the frame shows anything else.
        to.frame.contentWindow?.postMessage({ to: 'payment-app', word: text, clientName }, appOrigin);
    }

    window.addEventListener('message', (event) => {
        const isFromApp = session && event.origin === appOrigin && event.source === session.frame.contentWindow;
        if (!isFromApp || event.data?.from !== 'payment-app') return;
        clearTimeout(session.timer);
        const { word: heard, reason } = event.data;
        debug(`the app says ${heard}`);
        if (heard === 'opened' && !session.isOpen) {
            session.isOpen = true;
            call('onOpen');
        } else if (heard === 'paid') {
            call('onSuccess');
        } else if (heard === 'failed') {
            fail(`the payment app: ${reason}`);
        } else if (heard === 'unknown') {
            dismiss(session);
            fail(`Payments.open: ${reason}`);
        } else if (heard === 'closed') {
            finish(session);
        }
    });

    function finish(which) {
        if (dismiss(which)) call('onClose');
    }

    /** Takes the app away; false if it is gone already. */
    function dismiss(which) {
        if (session !== which) return false;
        session = null;
        clearTimeout(which.timer);
        which.dialog.close();
        which.dialog.remove();
        return true;
    }

    function fail(message) {
        console.error(`${global}: ${message}`);
        call('onError');
    }

    /** Calls the page behind what it does now, always in the order in which things happened. */
    function call(callback) {
        const { [callback]: called } = configuration;
        debug(callback);
        if (typeof called !== 'function') return;
        queueMicrotask(() => {
            try {
                called();
            } catch (problem) {
                console.error(`${global}: ${callback} of the page failed: ${problem}`);
            }
        });
    }

    function debug(text) {
        if (configuration.debug === true) console.debug(`${global}: ${text}`);
    }
})
