export const apiOnStack = ["submit"];
