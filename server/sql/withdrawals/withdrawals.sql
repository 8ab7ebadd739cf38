create function withdrawals_guard() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'requested' then raise exception 'a withdrawal starts as requested, not as %', new.state; end if;
    return new;
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('requested', 'approved'), ('requested', 'failed'), ('approved', 'requested'), ('approved', 'signed'), ('approved', 'failed'),
    ('signed', 'broadcast'), ('signed', 'needs_review'), ('signed', 'cancelling'), ('broadcast', 'confirmed'),
    ('broadcast', 'needs_review'), ('broadcast', 'cancelling'), ('confirmed', 'broadcast'), ('needs_review', 'broadcast'),
    ('needs_review', 'cancelling'), ('cancelling', 'broadcast'), ('cancelling', 'failed')) then
    raise exception 'a withdrawal cannot go from % to %', old.state, new.state;
  end if;
  if new.state = 'signed' and old.state <> 'signed' and not is_signer() then raise exception 'only the signer signs'; end if;
  if (new.id, new.user_id, new.amount_cents, new.fee_percent, new.percentage_fee_cents, new.network_fee_cents, new.price_id,
      new.litoshi, new.address, new.script, new.created_at)
    is distinct from (old.id, old.user_id, old.amount_cents, old.fee_percent, old.percentage_fee_cents, old.network_fee_cents,
      old.price_id, old.litoshi, old.address, old.script, old.created_at) then
    raise exception 'a withdrawal does not change its amounts or its recipient';
  end if;
  if (old.txid is not null and new.txid is distinct from old.txid)
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) then
    raise exception 'a withdrawal has one transaction and is booked once';
  end if;
  if old.state = 'cancelling' and new.state = 'failed' and new.loss_accepted_at is null and not exists (select from dead_transactions() where txid = old.txid) then
    raise exception 'a signed withdrawal fails only when its transaction can never be mined, or when an owner accepts the risk';
  end if;
  return new;
end
$$;
comment on function withdrawals_guard() is
  'Allows only the legal state changes of a withdrawal. Its amounts and recipient never change, only the signer
makes it signed, and a signed one fails only when its transaction can never be mined or an owner accepts that risk.';

create trigger guard before insert or update on withdrawals for each row
  execute function withdrawals_guard();
