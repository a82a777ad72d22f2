/*
 * What the agent must know of its state folder before it believes anything in it, and how that folder is made. Node
 * tells neither owners nor access lists, and what icacls prints is translated with Windows. This tells them in the
 * one language that is not: security descriptors as text (SDDL). Judging them is left to the agent.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <aclapi.h>
#include <sddl.h>
#include <stdio.h>
#include <wchar.h>
#include "folder.h"

/* Longer than any path below ProgramData that the agent makes. */
#define LONGEST_PATH 2048

/* Administrators own it; they and the system may do everything, nobody else anything, and nothing is inherited. */
static const WCHAR private_folder[] = L"O:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)";

static void print_line(const WCHAR *kind, DWORD attributes, const WCHAR *sddl, const WCHAR *path) {
  static WCHAR line[LONGEST_PATH + 8192];
  static char bytes[sizeof line * 2];
  int length = _snwprintf(line, sizeof line / sizeof *line, L"%ls\t%lx\t%ls\t%ls\n", kind, attributes, sddl, path);
  if (length <= 0) return;
  int count = WideCharToMultiByte(CP_UTF8, 0, line, length, bytes, sizeof bytes, NULL, NULL);
  DWORD written;
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes, count, &written, NULL);
}

static TOKEN_USER *own_user(void) {
  static BYTE buffer[256];
  HANDLE token;
  DWORD size;
  if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return NULL;
  BOOL known = GetTokenInformation(token, TokenUser, buffer, sizeof buffer, &size);
  CloseHandle(token);
  return known ? (TOKEN_USER *)buffer : NULL;
}

/* A path that cannot be read is printed without a descriptor, which the agent refuses. */
static void describe(const WCHAR *kind, WCHAR *path) {
  DWORD attributes = GetFileAttributesW(path);
  if (attributes == INVALID_FILE_ATTRIBUTES) {
    DWORD error = GetLastError();
    BOOL missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
    print_line(missing ? L"missing" : kind, 0, L"", path);
    return;
  }
  PSECURITY_DESCRIPTOR descriptor = NULL;
  WCHAR *sddl = NULL;
  SECURITY_INFORMATION wanted = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
  if (GetNamedSecurityInfoW(path, SE_FILE_OBJECT, wanted, NULL, NULL, NULL, NULL, &descriptor) == ERROR_SUCCESS)
    ConvertSecurityDescriptorToStringSecurityDescriptorW(descriptor, SDDL_REVISION_1, wanted, &sddl, NULL);
  print_line(kind, attributes, sddl ? sddl : L"", path);
  LocalFree(sddl);
  LocalFree(descriptor);
}

/* Everything below a folder; a link is named but not followed. */
static void describe_entries(const WCHAR *folder) {
  WCHAR path[LONGEST_PATH];
  WIN32_FIND_DATAW found;
  if (_snwprintf(path, LONGEST_PATH, L"%ls\\*", folder) < 0) return;
  HANDLE search = FindFirstFileW(path, &found);
  if (search == INVALID_HANDLE_VALUE) return;
  do {
    if (!wcscmp(found.cFileName, L".") || !wcscmp(found.cFileName, L"..")) continue;
    if (_snwprintf(path, LONGEST_PATH, L"%ls\\%ls", folder, found.cFileName) < 0) continue;
    describe(L"entry", path);
    BOOL is_folder = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    if (is_folder && !(found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)) describe_entries(path);
  } while (FindNextFileW(search, &found));
  FindClose(search);
}

int describe_folder(const WCHAR *given) {
  WCHAR path[LONGEST_PATH];
  DWORD length = GetFullPathNameW(given, LONGEST_PATH, path, NULL);
  if (length < 4 || length >= LONGEST_PATH || path[1] != L':') return ERROR_INVALID_PARAMETER;
  WCHAR *sid = NULL;
  TOKEN_USER *user = own_user();
  if (!user || !ConvertSidToStringSidW(user->User.Sid, &sid)) return (int)GetLastError();
  print_line(L"self", 0, sid, L"");
  LocalFree(sid);
  /* "C:\" first, then one name more each time. */
  for (DWORD at = 3; at <= length; at++) {
    if (path[at] != L'\\' && path[at] != 0 && at != 3) continue;
    WCHAR kept = path[at];
    path[at] = 0;
    describe(at == length ? L"folder" : L"parent", path);
    path[at] = kept;
  }
  DWORD attributes = GetFileAttributesW(path);
  if (attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_REPARSE_POINT)) describe_entries(path);
  return 0;
}

static BOOL is_trusted_owner(WCHAR *path) {
  PSID owner = NULL;
  PSECURITY_DESCRIPTOR descriptor = NULL;
  if (GetNamedSecurityInfoW(path, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL, NULL, &descriptor))
    return FALSE;
  TOKEN_USER *user = own_user();
  BOOL trusted = IsWellKnownSid(owner, WinLocalSystemSid) || IsWellKnownSid(owner, WinBuiltinAdministratorsSid) ||
                 (user && EqualSid(owner, user->User.Sid));
  LocalFree(descriptor);
  return trusted;
}

/* Made private in one step. One that is there already is closed to others only if it is ours; else it is refused. */
static int make_folder(WCHAR *path) {
  SECURITY_ATTRIBUTES attributes = {sizeof attributes, NULL, FALSE};
  if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(private_folder, SDDL_REVISION_1,
                                                            &attributes.lpSecurityDescriptor, NULL))
    return (int)GetLastError();
  int result = CreateDirectoryW(path, &attributes) ? 0 : (int)GetLastError();
  if (result == ERROR_ALREADY_EXISTS) {
    DWORD found = GetFileAttributesW(path);
    BOOL is_plain = found != INVALID_FILE_ATTRIBUTES && (found & FILE_ATTRIBUTE_DIRECTORY) &&
                    !(found & FILE_ATTRIBUTE_REPARSE_POINT);
    BOOL present, defaulted;
    ACL *list = NULL;
    if (!is_plain || !is_trusted_owner(path)) {
      result = ERROR_ACCESS_DENIED;
    } else {
      GetSecurityDescriptorDacl(attributes.lpSecurityDescriptor, &present, &list, &defaulted);
      SECURITY_INFORMATION what = DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
      result = (int)SetNamedSecurityInfoW(path, SE_FILE_OBJECT, what, NULL, NULL, list, NULL);
    }
  }
  LocalFree(attributes.lpSecurityDescriptor);
  return result;
}

/* The folder and whatever is missing above it. */
int make_path(const WCHAR *given) {
  WCHAR path[LONGEST_PATH];
  DWORD length = GetFullPathNameW(given, LONGEST_PATH, path, NULL);
  if (length < 4 || length >= LONGEST_PATH || path[1] != L':') return ERROR_INVALID_PARAMETER;
  for (DWORD at = 4; at <= length; at++) {
    if (path[at] != L'\\' && path[at] != 0) continue;
    WCHAR kept = path[at];
    path[at] = 0;
    int result = GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES ? make_folder(path) : 0;
    path[at] = kept;
    if (result != 0) return result;
  }
  return 0;
}

/* The key into which the installer writes the install token, which users must not read while it is there. */
static int make_private_key(void) {
  SECURITY_ATTRIBUTES attributes = {sizeof attributes, NULL, FALSE};
  HKEY key;
  if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(L"O:BAD:PAI(A;CI;KA;;;SY)(A;CI;KA;;;BA)", SDDL_REVISION_1,
                                                            &attributes.lpSecurityDescriptor, NULL))
    return (int)GetLastError();
  LONG result = RegCreateKeyExW(HKEY_LOCAL_MACHINE, L"SOFTWARE\\Patchkeep\\Agent", 0, NULL, 0,
                                KEY_READ | WRITE_DAC | KEY_WOW64_64KEY, &attributes, &key, NULL);
  if (result == ERROR_SUCCESS) {
    /* One that is there already keeps its list otherwise. */
    SECURITY_INFORMATION what = DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
    result = RegSetKeySecurity(key, what, attributes.lpSecurityDescriptor);
    RegCloseKey(key);
  }
  LocalFree(attributes.lpSecurityDescriptor);
  return (int)result;
}

/* For the installer: the folder where the agent looks when it is told of no other, and the key of the token. */
int make_state_folder(void) {
  WCHAR base[MAX_PATH], path[LONGEST_PATH];
  DWORD length = GetEnvironmentVariableW(L"ProgramData", base, MAX_PATH);
  if (length == 0 || length >= MAX_PATH) return ERROR_PATH_NOT_FOUND;
  _snwprintf(path, LONGEST_PATH, L"%ls\\Patchkeep", base);
  int result = make_folder(path);
  if (result != 0) return result;
  _snwprintf(path, LONGEST_PATH, L"%ls\\Patchkeep\\Agent", base);
  result = make_folder(path);
  return result != 0 ? result : make_private_key();
}

/* The letters of fixed disks, such as "CD". */
int print_local_drives(void) {
  char letters[26];
  DWORD count = 0, written;
  for (int each = 0; each < 26; each++) {
    WCHAR root[] = {(WCHAR)(L'A' + each), L':', L'\\', 0};
    if (GetDriveTypeW(root) == DRIVE_FIXED) letters[count++] = (char)('A' + each);
  }
  return WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), letters, count, &written, NULL) ? 0 : (int)GetLastError();
}
