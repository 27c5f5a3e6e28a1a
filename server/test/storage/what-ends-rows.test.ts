/**
 * Goal: no table grows by clients' actions without a decision when its rows end. Method: lists every table of the schema with the end of
 * its rows; a new table fails until it is listed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../src/storage/engine.ts';
import { postgresMigrations, sqliteMigrations } from '../../src/service/database/migrations.ts';

const ends = {
  'a job that runs by time deletes them, by age': [
    ...['alarm_groups', 'alarms', 'book_audits', 'calls', 'change_counts', 'changes', 'invitations', 'job_leases', 'mail_outbox'],
    ...['notices', 'objects', 'once_marks', 'operator_once_marks', 'queue_items', 'robot_deliveries', 'status_days'],
    ...['status_figures', 'status_hours', 'status_probes', 'status_routes', 'status_slots', 'stray_refusals', 'tasks'],
    'webhook_deliveries',
  ],
  'what makes the next one deletes those that are over': ['account_data_exports', 'call_exports'],
  'the end of what they are about': [
    ...['bank_confirmations', 'error_episodes', 'impersonations', 'members', 'news_refusals', 'open_calls', 'operators', 'plans'],
    ...['invoice_titles', 'probes_off', 'provider_models', 'provider_routes', 'providers', 'robots', 'route_keys', 'saved_cards'],
    ...['contract_documents', 'webhooks'],
  ],
  'nothing: one for each account, member or setting': [
    ...['account_closings', 'accounts', 'alert_settings', 'auto_top_ups', 'billing_settings', 'contact_proofs', 'settings'],
    ...['payment_methods', 'trial_claims', 'working_years'],
  ],
  'nothing: they are books, or what books refer to': [
    ...['audit_log', 'codes', 'code_batches', 'frozen_days', 'invoice_files', 'invoice_numbers', 'invoice_steps', 'invoices'],
    ...['ledger_entries', 'model_prices', 'models', 'order_payments', 'orders', 'payment_disputes', 'payout_parts'],
    ...['payout_steps', 'payouts', 'price_overrides', 'statement_lines', 'statements', 'usage_hour_quantities', 'usage_hours'],
    ...['keys', 'quarantined_calls', 'sub_accounts'],
  ],
  'nothing: an account makes few in 30 days': ['request_contracts', 'service_request_steps', 'service_requests', 'verifications'],
  'nothing: operators make them, or a start of a process': [...['announcements', 'incident_updates', 'incidents', 'nodes']],
} as const;

function tablesOf(engine: Engine['sql']): readonly string[] {
  return (engine === 'sqlite' ? sqliteMigrations : postgresMigrations).flatMap((migration) =>
    [...migration.sql.matchAll(/^create table (?:if not exists )?(\w+) \(/gm)].map(([, name = '']) => name),
  );
}

test('Every table has something that ends its rows, or a reason to keep them', () => {
  const tables = new Set([...tablesOf('sqlite'), ...tablesOf('postgres')]);
  assert.deepEqual(Object.values(ends).flat().toSorted(), [...tables].toSorted());
});
