import { type BalanceProof, reserves } from '@sterling/contract/reserves.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../data/call.ts';

/** The published proof of reserves. */
export const reservesQuery = queryOptions({
  queryKey: ['reserves', 'page'],
  queryFn: ({ signal }) => call(reserves.read, undefined, { signal }),
  refetchOnMount: 'always',
});

/** The user's proof in a snapshot, and what is wrong with it. Null if it is valid. */
export interface CheckedProof {
  readonly proof: BalanceProof;
  readonly problem: string | null;
}

interface Published {
  readonly snapshotId: string;
  readonly root: string;
  /** The signed-in user. */
  readonly account: string;
}

/** Fetches the user's proof and checks it in this browser, with the code that people can download. */
export function useCheckProof() {
  return useMutation({
    mutationFn: async ({ snapshotId, root, account }: Published): Promise<CheckedProof> => {
      const [proof, { checkProof }] = await Promise.all([
        call(reserves.proof, { query: { snapshot: snapshotId } }),
        import('../../../../proof/check-proof.mjs'),
      ]);
      const problem = await checkProof(proof, root, { account }).then(
        () => null,
        (error: Error) => error.message,
      );
      return { proof, problem };
    },
  });
}
