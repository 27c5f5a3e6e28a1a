import { accountRights, hasRight, memberRoles, type AccountRight } from '@tollgate/contract/people/rights';
import { roleTexts } from '../../../components/people/role-texts.ts';
import '../../../components/tables/data-table.css';
import { useTexts } from '../../../i18n/texts.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { texts } from './texts.ts';

const rights = Object.keys(accountRights) as AccountRight[];

/** The table of rights, from the same data as the server's checks. */
export function RightsMatrix() {
  const t = useTexts(texts);
  const roles = useTexts(roleTexts);
  return (
    <Sheet title={t.matrix} foot={t.matrixNote}>
      <div className="matrix">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t.right}</th>
              {memberRoles.map((role) => (
                <th key={role} scope="col" title={roles.notes[role]}>
                  {roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rights.map((right) => (
              <tr key={right}>
                <th scope="row">
                  {t.rights[right]}
                  {accountRights[right].boundToo ? ' *' : ''}
                </th>
                {memberRoles.map((role) => (
                  <td key={role}>
                    {hasRight(right, role, false) ? (
                      <>
                        <Icon name="check" />
                        <span className="sr">{t.may}</span>
                      </>
                    ) : (
                      <span className="sr">{t.mayNot}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}
