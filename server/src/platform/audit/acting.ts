import { AsyncLocalStorage } from 'node:async_hooks';

/** The signed-in user whose request is handled. */
export interface Acting {
  readonly userId: string;
  readonly sessionId: string;
  readonly ip: string;
}

const acting = new AsyncLocalStorage<Acting>();

/** Runs `work` on behalf of a user. Entries of the audit log that name the user then carry their session and address. */
export const actFor = <Result>(who: Acting, work: () => Promise<Result>): Promise<Result> =>
  acting.run(who, work);

/** The user on whose behalf the present code runs. Undefined outside a request of a signed-in user. */
export const actingNow = (): Acting | undefined => acting.getStore();
