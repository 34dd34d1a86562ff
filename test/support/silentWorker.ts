import { connect } from 'node:net';

/** A worker that never sends a message. Its connection shows how long it lives. */
connect(Number(process.env['SILENT_WORKER_PORT']), '127.0.0.1');
