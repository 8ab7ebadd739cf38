/** Payload of each task's jobs: ids, never secrets, because operators read queues. */
export interface TaskPayloads {
  'orders.buy-gamepass': { orderId: string };
  'withdrawals.pay': { withdrawalId: string };
}

export type TaskName = keyof TaskPayloads;

/** `retries`: how often a failed job is retried before it counts as failed for good. */
export const TASKS: Readonly<Record<TaskName, { retries: number }>> = {
  'orders.buy-gamepass': { retries: 20 },
  'withdrawals.pay': { retries: 2 },
};
