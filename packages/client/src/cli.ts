#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { connect } from './client.ts';
import { COMMANDS, USAGE } from './commands.ts';
import { SterlingError } from './errors.ts';

/** The command line: `sterling <command> …`. It ends with 0, with 1 if Sterling refused, and with 2 for a wrong command. */
process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const wrongCommand = 2;
  const name = Object.keys(COMMANDS).find((known) => startsWith(args, known.split(' ')));
  if (args.length === 0 || args.includes('--help')) return print(USAGE);
  if (!name) return complain(`Unknown command. ${USAGE}`, wrongCommand);
  try {
    const { options, run: command } = COMMANDS[name]!;
    const { values, positionals } = parseArgs({
      args: args.slice(name.split(' ').length),
      options: { ...options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const { shown, answer } = await command(connect(), values as Record<string, string>, positionals);
    return print(values.json ? JSON.stringify(answer, null, 2) : shown);
  } catch (error) {
    if (error instanceof SterlingError) return complain(explain(error), 1);
    if (error instanceof TypeError || error instanceof SyntaxError)
      return complain(error.message, wrongCommand);
    throw error;
  }
}

function startsWith(args: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => args[index] === word);
}

function print(text: string | Uint8Array): number {
  process.stdout.write(typeof text === 'string' ? `${text}\n` : text);
  return 0;
}

function complain(text: string, status: number): number {
  process.stderr.write(`${text}\n`);
  return status;
}

function explain(error: SterlingError): string {
  const { message, hint, code, details = {}, mayHaveHappened, idempotencyKey } = error;
  const fields = Object.entries(details).map(([field, what]) => `  ${field} ${what}`);
  const advice = mayHaveHappened
    ? [`It may have happened. Repeat the command with --key ${idempotencyKey}, so that it happens only once.`]
    : [];
  return [`${message}${hint ? `. ${hint}` : ''} (${code})`, ...fields, ...advice].join('\n');
}
