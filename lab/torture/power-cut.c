/*
 * A disk that loses its cache on a power cut, or is slow, or fails. Preloaded into a server (LD_PRELOAD), it intercepts
 * the writes and syncs of the files in DISK_LIVE.
 *   DISK_KEPT       folder that stands for the platter: data reaches it only when its file is synced
 *   DISK_SYNC_US    duration of a sync, microseconds
 *   DISK_FAIL_FROM  the n-th sync and all after it fail with EIO; with DISK_FAIL_ONCE=1 only that one, reported once to
 *                   everyone who has the file open then, while the unwritten data is dropped: as Linux does it
 *   DISK_SYNCS      file that gets one letter for each sync: m from the main thread, t from another
 *   DISK_FAILED     file that is created when a sync fails
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES 16
#define FDS 4096
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

struct range { off64_t from, to; unsigned long number; };
struct file { char name[256]; struct range *ranges; size_t count, room; int isNew; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct file files[FILES];
static char owes[FDS]; /* an error not yet reported */
static unsigned long writes, syncs;
static const char *live, *kept;
static unsigned long syncUs, failFrom, failOnce;

__attribute__((constructor)) static void begin(void) {
  live = getenv("DISK_LIVE");
  kept = getenv("DISK_KEPT");
  const char *us = getenv("DISK_SYNC_US"), *from = getenv("DISK_FAIL_FROM"), *once = getenv("DISK_FAIL_ONCE");
  syncUs = us ? strtoul(us, NULL, 10) : 0;
  failFrom = from ? strtoul(from, NULL, 10) : 0;
  failOnce = once ? strtoul(once, NULL, 10) : 0;
}

/*
 * The name of an open file in DISK_LIVE; 0 for a file elsewhere, a removed file and shared memory, which need not
 * survive a power cut.
 */
static int nameOf(const char *path, char *name) {
  size_t length = live ? strlen(live) : 0;
  if (length == 0 || strncmp(path, live, length) != 0 || path[length] != '/') return 0;
  const char *rest = path + length + 1;
  size_t size = strlen(rest);
  if (size == 0 || size > 200 || strchr(rest, '/') || strchr(rest, ' ') || (size > 4 && strcmp(rest + size - 4, "-shm") == 0)) return 0;
  strcpy(name, rest);
  return 1;
}

static int nameOfFd(int fd, char *name) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  return nameOf(path, name);
}

static struct file *fileOf(const char *name) {
  for (int n = 0; n < FILES; n++) {
    if (files[n].name[0] == 0) strcpy(files[n].name, name);
    if (strcmp(files[n].name, name) == 0) return &files[n];
  }
  fprintf(stderr, "power-cut: more than %d files\n", FILES);
  abort();
}

static void note(struct file *file, off64_t from, off64_t to) {
  if (file->count == file->room) {
    file->room = file->room ? file->room * 2 : 1024;
    file->ranges = realloc(file->ranges, file->room * sizeof(struct range));
    if (!file->ranges) abort();
  }
  file->ranges[file->count++] = (struct range){from, to, ++writes};
}

/* Copies the data written before `upTo` to the platter. */
static int keep(int fd, struct file *file, unsigned long upTo) {
  char path[4096], block[65536];
  struct stat64 now, then;
  snprintf(path, sizeof path, "%s/%s", kept, file->name);
  int to = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (file->isNew ? O_TRUNC : 0), 0600);
  if (to < 0 || fstat64(fd, &now) != 0) return -1;
  /* The syncing process may have the file open only for writing. */
  char own[64];
  snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
  int from = open(own, O_RDONLY | O_CLOEXEC);
  if (from < 0) return -1;
  size_t left = 0;
  for (size_t n = 0; n < file->count; n++) {
    struct range range = file->ranges[n];
    if (range.number > upTo) {
      file->ranges[left++] = range;
      continue;
    }
    for (off64_t at = range.from; at < range.to;) {
      size_t wanted = range.to - at < (off64_t)sizeof block ? (size_t)(range.to - at) : sizeof block;
      ssize_t got = pread64(from, block, wanted, at);
      if (got <= 0) break;
      if (REAL(pwrite64)(to, block, got, at) != got) abort();
      at += got;
    }
  }
  file->count = left;
  file->isNew = 0;
  if (fstat64(to, &then) == 0 && then.st_size > now.st_size && REAL(ftruncate64)(to, now.st_size) != 0) abort();
  REAL(close)(from);
  REAL(close)(to);
  return 0;
}

static int failure(void) {
  const char *failed = getenv("DISK_FAILED");
  if (failed) REAL(close)(open(failed, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  errno = EIO;
  return -1;
}

static void tell(void) {
  const char *path = getenv("DISK_SYNCS");
  int to = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  if (to < 0) return;
  if (REAL(write)(to, gettid() == getpid() ? "m" : "t", 1) != 1) abort();
  REAL(close)(to);
}

static int synced(int fd) {
  char name[256], other[256];
  if (!nameOfFd(fd, name)) return 0;
  tell();
  pthread_mutex_lock(&lock);
  struct file *file = fileOf(name);
  unsigned long upTo = writes, number = ++syncs;
  int fails = failFrom && (number == failFrom || (number > failFrom && !failOnce));
  if (fails) {
    file->count = 0;
    if (failOnce)
      for (int n = 0; n < FDS; n++) owes[n] = n != fd && nameOfFd(n, other) && strcmp(other, name) == 0;
  }
  if (fd < FDS && owes[fd]) {
    owes[fd] = 0;
    fails = 1;
  }
  pthread_mutex_unlock(&lock);
  if (syncUs) usleep(syncUs);
  if (fails) return failure();
  if (!kept) return 0;
  pthread_mutex_lock(&lock);
  int result = keep(fd, file, upTo);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int fd) { return synced(fd); }
int fdatasync(int fd) { return synced(fd); }

static ssize_t written(int fd, const void *data, size_t size, off64_t at) {
  char name[256];
  if (!kept || !nameOfFd(fd, name)) return REAL(pwrite64)(fd, data, size, at);
  pthread_mutex_lock(&lock);
  ssize_t done = REAL(pwrite64)(fd, data, size, at);
  if (done > 0) note(fileOf(name), at, at + done);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return written(fd, data, size, at); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return written(fd, data, size, at); }

ssize_t write(int fd, const void *data, size_t size) {
  char name[256];
  if (!kept || !nameOfFd(fd, name)) return REAL(write)(fd, data, size);
  pthread_mutex_lock(&lock);
  off64_t at = lseek64(fd, 0, SEEK_CUR);
  ssize_t done = REAL(write)(fd, data, size);
  if (done > 0) note(fileOf(name), at, at + done);
  pthread_mutex_unlock(&lock);
  return done;
}

int close(int fd) {
  if (fd >= 0 && fd < FDS) owes[fd] = 0;
  return REAL(close)(fd);
}

/* A file that reappears under a removed name is another file. */
int unlink(const char *path) {
  char name[256];
  if (kept && nameOf(path, name)) {
    pthread_mutex_lock(&lock);
    struct file *file = fileOf(name);
    file->count = 0;
    file->isNew = 1;
    pthread_mutex_unlock(&lock);
  }
  return REAL(unlink)(path);
}
