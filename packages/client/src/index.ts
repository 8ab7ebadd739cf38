export { type CallOptions, type ClientOptions, connect, type Sterling } from './client.ts';
export { SterlingError } from './errors.ts';
export type { Calls, ErrorCode, Order } from './types.generated.ts';
