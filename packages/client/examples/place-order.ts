import { connect } from '@sterling/client';

// node place-order.ts <gamepass address> <Robux>, with STERLING_URL and STERLING_TOKEN (scopes read and trade)
const [gamepassUrl = '', robuxAmount = ''] = process.argv.slice(2);
const sterling = connect();
const placed = await sterling.orders.place({ robuxAmount, gamepassUrl });
process.stdout.write(`${placed.id}: ${placed.robuxAmount} Robux for $${placed.totalPrice}\n`);
const order = await sterling.waitForOrder(placed.id);
process.stdout.write(`${order.status}${order.failureReason ? `: ${order.failureReason}` : ''}\n`);
