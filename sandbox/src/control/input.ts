import type { FastifyReply } from 'fastify';
import type { z } from 'zod';

/** A refused control call: its status, the wrong field and the reason. */
export class ControlError extends Error {
  readonly status: number;
  readonly field: string | null;

  constructor(status: number, field: string | null, message: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** Decodes input. @throws ControlError 400 that names the first invalid or unknown field. */
export function decode<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const field = unknown ?? (issue?.path.join('.') || 'body');
  throw new ControlError(
    400,
    field,
    unknown ? `${field}: not a field of this call` : `${field}: ${issue?.message}`,
  );
}

/** Answers with the refused field and the reason. Errors that name no field have `null`. */
export function sendControlError(error: unknown, reply: FastifyReply) {
  if (error instanceof ControlError) {
    return reply.code(error.status).send({ error: { field: error.field, message: error.message } });
  }
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  return reply.code(statusCode).send({ error: { field: null, message } });
}
