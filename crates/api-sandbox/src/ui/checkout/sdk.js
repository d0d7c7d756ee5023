// Hand-written. The sandbox's version of the browser SDK. The server calls this function with the configuration of one
// environment: the name of the global object, the names of the environment, the version, the public key, and the URL of
// the payment app.
//
// The two entry points and the callbacks are documented. When onError is called, and the messages on the console, are the
// sandbox's own choice. Callbacks have no arguments. The SDK never throws.
(function (script) {
    'use strict';

    const { global, name, environment: sdkEnvironment, apiVersion, publicKey, app } = script;
    const appOrigin = new URL(app).origin;
    const CALLBACKS = ['onInit', 'onOpen', 'onClose', 'onSuccess', 'onError'];
    const FIELDS = ['apiVersion', 'clientPubKey', 'clientName', 'debug', 'environment', 'products', ...CALLBACKS];
    /** The time limit for the app to load, in milliseconds. */
    const LOAD_TIMEOUT = 10_000;

    /** Whether `init` has succeeded. */
    let ready = false;
    /** A copy of the latest configuration, whose callbacks are called even if it is invalid. */
    let configuration = {};
    /** The open app. */
    let session = null;

    if (Object.hasOwn(window, global)) {
        console.error(`${global}: an SDK script is already loaded; load one script of one environment`);
        return;
    }
    const entry = (action) => (argument) => {
        try {
            action(argument);
        } catch (error) {
            fail(String(error));
        }
    };
    Object.defineProperty(window, global, {
        enumerable: true,
        value: Object.freeze({
            SDK: Object.freeze({ init: entry(init) }),
            Payments: Object.freeze({ open: entry(open) }),
        }),
    });

    function init(argument) {
        if (ready) return fail('SDK.init: already initialized; the first configuration is kept');
        const isObject = typeof argument === 'object' && argument !== null;
        configuration = isObject ? { ...argument } : {};
        const errors = isObject ? validate(configuration) : ['expected a configuration object'];
        if (errors.length > 0) return fail(`SDK.init: ${errors.join('; ')}`);
        for (const field of Object.keys(configuration).filter((field) => !FIELDS.includes(field))) {
            console.warn(`${global}: SDK.init: undocumented field ${field}`);
        }
        ready = true;
        call('onInit');
    }

    function validate(fields) {
        const errors = [];
        const check = (isValid, message) => isValid || errors.push(message);
        const optional = (field, type) => fields[field] === undefined || typeof fields[field] === type;
        check(fields.apiVersion === apiVersion, `apiVersion: expected "${apiVersion}"`);
        check(fields.clientPubKey === publicKey, `clientPubKey: expected the public key of the environment ${name}`);
        check(fields.environment === sdkEnvironment, `environment: expected "${sdkEnvironment}", as this is the script of ${name}`);
        check(Array.isArray(fields.products) && fields.products.includes('Payments'), 'products: expected a list with "Payments"');
        check(optional('clientName', 'string'), 'clientName: expected a string');
        check(optional('debug', 'boolean'), 'debug: expected a boolean');
        for (const callback of CALLBACKS) check(optional(callback, 'function'), `${callback}: expected a function`);
        return errors;
    }

    function open(uid) {
        if (!ready) return fail('Payments.open: not initialized, call SDK.init first');
        if (session) return fail('Payments.open: the payment app is already open');
        if (typeof uid !== 'string' || uid === '') {
            return fail('Payments.open: expected a RequestUid, as returned by CreateRequest');
        }
        session = showApp(app + encodeURIComponent(uid));
    }

    /** Shows the app in a dialog above the page. */
    function showApp(url) {
        const dialog = document.createElement('dialog');
        dialog.setAttribute('aria-label', 'Payment');
        // Unlike a style attribute, the CSSOM is not restricted by the page's Content-Security-Policy.
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
        frame.src = url;
        const opened = { dialog, frame, isOpen: false, timer: 0 };
        opened.timer = setTimeout(() => {
            dismiss(opened);
            fail('Payments.open: the payment app did not load; does the Content-Security-Policy of the page allow the frame?');
        }, LOAD_TIMEOUT);
        frame.addEventListener('load', () => send(opened, 'hello'));
        // Escape lets the app close. A second Escape closes the dialog at once.
        dialog.addEventListener('cancel', (event) => {
            event.preventDefault();
            send(opened, 'close');
        });
        dialog.addEventListener('close', () => finish(opened));
        dialog.append(frame);
        (document.body ?? document.documentElement).append(dialog);
        dialog.showModal();
        dialog.style.display = 'grid';
        return opened;
    }

    function send(to, type) {
        const { clientName = '' } = configuration;
        // The browser delivers the message only to the app's origin.
        to.frame.contentWindow?.postMessage({ to: 'payment-app', type, clientName }, appOrigin);
    }

    window.addEventListener('message', (event) => {
        const isFromApp = session && event.origin === appOrigin && event.source === session.frame.contentWindow;
        if (!isFromApp || event.data?.from !== 'payment-app') return;
        clearTimeout(session.timer);
        const { type, reason } = event.data;
        debug(`message of the app: ${type}`);
        if (type === 'opened' && !session.isOpen) {
            session.isOpen = true;
            call('onOpen');
        } else if (type === 'paid') {
            call('onSuccess');
        } else if (type === 'failed') {
            fail(`payment app: ${reason}`);
        } else if (type === 'unknown') {
            dismiss(session);
            fail(`Payments.open: ${reason}`);
        } else if (type === 'closed') {
            finish(session);
        }
    });

    function finish(closed) {
        if (dismiss(closed)) call('onClose');
    }

    /** Removes the app; false if it is already removed. */
    function dismiss(closed) {
        if (session !== closed) return false;
        session = null;
        clearTimeout(closed.timer);
        closed.dialog.close();
        closed.dialog.remove();
        return true;
    }

    function fail(message) {
        console.error(`${global}: ${message}`);
        call('onError');
    }

    /** Calls the page asynchronously, in the order of the events. */
    function call(callback) {
        const { [callback]: listener } = configuration;
        debug(callback);
        if (typeof listener !== 'function') return;
        queueMicrotask(() => {
            try {
                listener();
            } catch (error) {
                console.error(`${global}: ${callback} of the page failed: ${error}`);
            }
        });
    }

    function debug(text) {
        if (configuration.debug === true) console.debug(`${global}: ${text}`);
    }
})
