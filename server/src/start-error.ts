/** A start that an operator can repair. The message names the variable or the file, so it is shown without a stack. */
export class StartError extends Error {}

/** Runs a step of the start. Its error becomes a StartError whose message begins with `what`. */
export function naming<Result>(what: string, step: () => Result): Result {
  const rename = (error: unknown): never => {
    if (error instanceof StartError && error.message.includes(what)) throw error;
    throw new StartError(`${what}: ${reasonOf(error)}`, { cause: error });
  };
  try {
    const result = step();
    return result instanceof Promise ? (result.catch(rename) as Result) : result;
  } catch (error) {
    return rename(error);
  }
}

/** The message of an error. Connection errors of several addresses have their messages inside. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => reasonOf(each)).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Whether an operator can repair this: a StartError, or an error of the system such as a port in use. */
export const isRepairable = (error: unknown): boolean =>
  error instanceof StartError || typeof (error as { code?: unknown }).code === 'string';
