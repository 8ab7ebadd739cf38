/** What each task's job carries: ids, never secrets (STYLE.md, Jobs). */
export interface TaskPayloads {
  'orders.buy-gamepass': { orderId: string };
  'withdrawals.pay': { withdrawalId: string };
}

export type TaskName = keyof TaskPayloads;

/** Every task, one line each. `retries`: how often a job that threw is run again before it is a dead letter. */
export const TASKS: Readonly<Record<TaskName, { retries: number }>> = {
  'orders.buy-gamepass': { retries: 20 },
  'withdrawals.pay': { retries: 2 },
};
