// SPDX-License-Identifier: Apache-2.0
#include "private_copy.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#if defined(__linux__)
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#endif

namespace loadharness {
namespace {

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int descriptor() const { return descriptor_; }
  bool open() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
};

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

void copy(const std::string& library, int to) {
  File from(open(library.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from.open()) fail("cannot open the LoadGen engine " + library);
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t count = read(from.descriptor(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("cannot read the LoadGen engine " + library);
    if (count == 0) return;
    for (ssize_t done = 0; done < count;) {
      const ssize_t written = write(to, buffer.data() + done, static_cast<std::size_t>(count - done));
      if (written < 0 && errno != EINTR) fail("cannot copy the LoadGen engine " + library);
      if (written > 0) done += written;
    }
  }
}

void* load(const std::string& path) { return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); }

#if defined(__linux__)

// The loader treats two files with the same name as the same library, therefore each copy gets a unique name: the number of the
// copy, written in binary with path segments that do not change the path.
std::string unique_name(int descriptor) {
  static std::atomic<unsigned long> copies{0};
  std::string name = "/proc/self/";
  for (unsigned long rest = copies.fetch_add(1); rest != 0; rest /= 2) name += rest % 2 == 1 ? "./" : "fd/../";
  return name + "fd/" + std::to_string(descriptor);
}

// The loader maps a truncated library as if it were complete, and crashes at its end. The section table is the last part of the
// file.
void require_whole(int descriptor, const std::string& library) {
  ElfW(Ehdr) header;
  struct stat file;
  if (pread(descriptor, &header, sizeof header, 0) != sizeof header || fstat(descriptor, &file) != 0) return;
  const bool elf = std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
  const std::uint64_t end = header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
  if (elf && end > static_cast<std::uint64_t>(file.st_size)) {
    throw std::runtime_error("the LoadGen engine " + library + " is truncated after " + std::to_string(file.st_size) + " bytes");
  }
}

void* load_from_memory(const std::string& library) {
  File memory(memfd_create("loadgen-engine", MFD_CLOEXEC));
  if (!memory.open()) return nullptr;
  copy(library, memory.descriptor());
  require_whole(memory.descriptor(), library);
  return load(unique_name(memory.descriptor()));
}

#else

void* load_from_memory(const std::string&) { return nullptr; }

#endif

// A file that is deleted from its folder as soon as it is loaded.
void* load_from_temporary_file(const std::string& library) {
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string(folder != nullptr ? folder : "/tmp") + "/loadgen-engine-XXXXXX";
  File file(mkstemp(path.data()));
  if (!file.open()) fail("cannot create a temporary copy of the LoadGen engine at " + path);
  try {
    copy(library, file.descriptor());
  } catch (...) {
    unlink(path.c_str());
    throw;
  }
  void* handle = load(path);
  unlink(path.c_str());
  return handle;
}

}  // namespace

void* load_private_copy(const std::string& library) {
  void* handle = load_from_memory(library);
  if (handle == nullptr) handle = load_from_temporary_file(library);
  if (handle == nullptr) throw std::runtime_error(std::string("cannot load the LoadGen engine: ") + dlerror());
  return handle;
}

}  // namespace loadharness
