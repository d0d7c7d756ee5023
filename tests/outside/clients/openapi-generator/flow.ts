// Shared parts of the flows.

declare const process: { argv: string[]; exitCode: number };

export const [address] = process.argv.slice(2);

/** The credentials and URLs of the sandbox. */
export async function shown(): Promise<any> {
    return (await fetch(`${address}/_sandbox`)).json();
}

/** Prints a step, or throws if its result is not the expected one. */
export function same(step: string, found: unknown, expected: unknown): void {
    const [left, right] = [found, expected].map((value) => JSON.stringify(value));
    if (left !== right) {
        throw new Error(`${step}: expected ${right}, found ${left}`);
    }
    console.log(`  ${step}: ${left}`);
}

/** Runs a flow. */
export function run(flow: () => Promise<void>): void {
    flow().catch((error) => {
        console.error(error);
        process.exitCode = 1;
    });
}
