import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { everyForm } from './every-form-suite.ts';
import { accountForms } from './forms/account-forms.ts';
import { doorForms, securityForms } from './forms/door-forms.ts';
import { catalogueForms } from './forms/catalogue-forms.ts';
import { keyForms } from './forms/key-forms.ts';
import { operatorForms } from './forms/operator-forms.ts';
import { operatorMoneyForms } from './forms/operator-money-forms.ts';
import { serviceForms } from './forms/service-forms.ts';
import { supplyForms } from './forms/supply-forms.ts';

const source = join(import.meta.dirname, '../../../../console/src');
/** Operators decide on the account's requests. */
const here = [...accountForms, ...operatorMoneyForms, ...operatorForms, ...catalogueForms, ...supplyForms];
const elsewhere = [...doorForms, ...keyForms, ...serviceForms, ...securityForms];

everyForm('an account and its operators', here);

test('no form, drawer or window of the console is left out', async () => {
  const isForm = /<(form|FormDrawer|SubmitDrawer|DetailDrawer|SecretDrawer|Modal|ConfirmTyped)\b/;
  const known = new Set([...here, ...elsewhere].flatMap(({ of }) => of));
  const files = await readdir(source, { recursive: true });
  const found = files.filter((file) => file.endsWith('.tsx') && isForm.test(readFileSync(join(source, file), 'utf8')));
  assert.deepEqual(
    found.filter((file) => !known.has(file)),
    [],
  );
});
