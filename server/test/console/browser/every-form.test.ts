import assert from 'node:assert/strict';
import { it } from 'node:test';
import { everyForm, opened } from './every-form-suite.ts';
import { doorForms, securityForms } from './forms/door-forms.ts';
import { keyForms } from './forms/key-forms.ts';
import { serviceForms } from './forms/service-forms.ts';

everyForm('people and keys', [...doorForms, ...keyForms, ...serviceForms, ...securityForms], ({ keysAt }) => {
  it('Escape closes an open list and leaves the form around it', async () => {
    const keys = await keysAt('/keys');
    await keys.act(/^Create key/);
    await keys.fill(/^Remark/, 'kept');
    await keys.tabTo(/^Allowed models/);
    await keys.press('ArrowDown');
    const list = keys.page.locator('[role=combobox][aria-expanded=true]');
    await list.waitFor();
    await keys.press('Escape');
    await list.waitFor({ state: 'detached' });
    assert.equal(await keys.page.getByRole('dialog', { name: 'Discard your changes?' }).count(), 0);
    assert.equal(
      await keys.page
        .locator(opened)
        .getByLabel(/^Remark/)
        .inputValue(),
      'kept',
    );
    await keys.press('Escape');
    await keys.page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
    await keys.act(/^Discard$/);
    await keys.page.locator(opened).first().waitFor({ state: 'detached' });
  });
});
