import { runGateway } from '../gateway/main.ts';

// Ends at once: after a second signal, calls may still be in flight.
process.exit(await runGateway(process.argv.slice(2), process.env));
