import pino from 'pino';

/** A log that writes nothing. */
export const SILENT = pino({ level: 'silent' });
