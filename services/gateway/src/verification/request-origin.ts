/** Where and by whom request `v` was submitted, from the tables below. */
export const originColumns = `
  case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.name) end as branch,
  case when m.id is not null then jsonb_build_object('id', m.id, 'name', coalesce(m.name, p.name, '')) end as member`;
export const originTables = (v: string) => `
  left join branches b on b.id = ${v}.branch_id and b.user_id = ${v}.user_id
  left join members m on m.id = ${v}.member_id and m.user_id = ${v}.user_id
  left join users p on p.id = m.person_id`;
