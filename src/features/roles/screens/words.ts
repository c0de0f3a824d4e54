import { type RoleChange, roleWords } from '../role.ts';

/** `Give Ina Brown the role Finance`. */
export const changeWords = ({ act, name, role }: Pick<RoleChange, 'act' | 'name' | 'role'>): string =>
  act === 'grant' ? `Give ${name} the role ${roleWords[role][0]}` : `Take the role ${roleWords[role][0]} from ${name}`;
