import type { ComponentType } from 'react';
import { type Permission, roleAllows } from '../../kernel/permissions.ts';
import { Notice } from '../notice.tsx';
import { type StaffUser, useStaffUser } from './frame.tsx';

/** Replaces a page about the member of staff who opened it. */
export const OwnCaseNotice = ({ subject }: { subject: string }) => (
  <>
    <h1 className="title">Your own record</h1>
    <Notice kind="wait">{subject}</Notice>
  </>
);

/** Replaces a page that the user's role cannot open. `readers` names the roles that can. */
export const RoleNotice = ({ subject, readers }: { subject: string; readers: string }) => (
  <div className="panel">
    <div className="in">
      <h1 className="title">{subject}</h1>
      <Notice>Your role doesn't give you access to this page. {readers} can open it.</Notice>
    </div>
  </div>
);

type RestrictedPage = { readonly permission: Permission; readonly subject: string; readonly readers: string };

export const restrictToRole = (
  { permission, subject, readers }: RestrictedPage,
  Page: ComponentType<{ person: StaffUser }>,
) =>
  function PageForRole() {
    const person = useStaffUser();
    return roleAllows(permission, person.roles) ? (
      <Page person={person} />
    ) : (
      <RoleNotice subject={subject} readers={readers} />
    );
  };
