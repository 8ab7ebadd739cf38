-- Finds the latest completed orders for the market's ticker.
create index orders_completed on orders (ended_at) where status = 'completed';
