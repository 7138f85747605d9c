import { z } from "zod";

/** Resources and actions that an API key can be given. */
export const permissionResources = ["verification", "metrics", "uptime"] as const;
export const permissionActions = ["read", "write"] as const;

export type PermissionResource = (typeof permissionResources)[number];
export type PermissionAction = (typeof permissionActions)[number];
export type Permission = `${PermissionResource}:${PermissionAction}`;

export const permissionsSchema = z
  .partialRecord(z.enum(permissionResources), z.array(z.enum(permissionActions)).min(1), {
    error: ({ code }: { readonly code: string }) =>
      code === "unrecognized_keys" ? `must be one of ${permissionResources.join(", ")}` : undefined,
  })
  .refine((permissions) => Object.keys(permissions).length > 0, {
    error: "must give at least one permission",
    when: ({ issues }) => issues.length === 0,
  });

export type Permissions = z.infer<typeof permissionsSchema>;

export function hasPermission(permissions: Permissions, permission: Permission): boolean {
  const [resource, action] = permission.split(":") as [PermissionResource, PermissionAction];
  return permissions[resource]?.includes(action) ?? false;
}
