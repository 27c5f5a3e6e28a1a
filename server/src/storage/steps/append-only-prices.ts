/** Charges must stay explainable: a price version is never changed, replaced or removed. */
export const appendOnlyPrices = {
  sqlite: ['model_prices', 'price_overrides']
    .map(
      (table) => `create trigger ${table}_not_updated before update on ${table} begin
  select raise(abort, 'a version of a price is never changed');
end;
create trigger ${table}_not_deleted before delete on ${table} begin
  select raise(abort, 'a version of a price is never deleted');
end;`,
    )
    .concat(
      `create trigger model_prices_not_replaced before insert on model_prices
  when exists (select 1 from model_prices where model = new.model and version = new.version) begin
  select raise(abort, 'a version of a price is never replaced');
end;
create trigger price_overrides_not_replaced before insert on price_overrides
  when exists (select 1 from price_overrides where owner_kind = new.owner_kind and owner_id = new.owner_id
    and model = new.model and version = new.version) begin
  select raise(abort, 'a version of a price is never replaced');
end;`,
    )
    .join('\n'),
  postgres: `create function prices_stay() returns trigger language plpgsql as
  $$ begin raise exception 'a version of a price is never changed or deleted'; end $$;
create trigger model_prices_stay before update or delete or truncate on model_prices execute function prices_stay();
create trigger price_overrides_stay before update or delete or truncate on price_overrides execute function prices_stay();`,
};
