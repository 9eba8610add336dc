//===- ReadSource.cpp - Kernels from C source -----------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C compiler makes a library of the file and of a function that takes all
// tensors as one array; nothing else of the file is called.
//
//===----------------------------------------------------------------------===//

#include "ReadSource.h"

#include "Compilation.h"
#include "Interrupts.h"
#include "Outputs.h"
#include "Sources.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace weft::driver;

extern char **environ;

namespace {
/// A directory for the files of a compilation, which is removed with them, also
/// by signals that end the process.
class TemporaryDirectory {
public:
  TemporaryDirectory() : path(getTemporaryDirectory() + "/weft-XXXXXX") {
    if (!::mkdtemp(path.data())) {
      path.clear();
      return;
    }
    for (const char *name : names)
      removeOnInterrupt(getFile(name), path);
  }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;
  ~TemporaryDirectory() {
    if (path.empty())
      return;
    for (const char *name : names)
      ::unlink(getFile(name).c_str());
    ::rmdir(path.c_str());
    keepOnInterrupt(path);
  }

  bool exists() const { return !path.empty(); }
  std::string getFile(const std::string &name) const {
    return path + "/" + name;
  }

private:
  static constexpr const char *names[] = {"kernel.c", "call.c", "call.so",
                                          "messages"};
  std::string path;
};
} // namespace

/// Appends the words of an environment variable.
static void appendWords(const char *variable, std::vector<std::string> &words) {
  const char *text = std::getenv(variable);
  std::istringstream stream(text ? text : "");
  for (std::string word; stream >> word;)
    words.push_back(word);
}

/// A function that calls the kernel's, whose arguments follow from the
/// signature.
static std::string makeCaller(const std::string &name,
                              const weft_kernel *kernel) {
  std::string arguments;
  for (int64_t index = 0; index < weft_kernel_num_tensors(kernel); ++index)
    arguments += "tensors[" + std::to_string(index) + "], ";
  return "#include \"kernel.c\"\n"
         "int64_t weft_call_kernel(weft_tensor_data *const *tensors,\n"
         "                         weft_rt_error *error) {\n"
         "  return " +
         name + "(" + arguments + "error);\n}\n";
}

/// Runs a program with its messages in a file. Returns its status, or -1 if it
/// cannot be run.
static int runProgram(const std::vector<std::string> &words,
                      const std::string &messages) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t process = 0;
  int error = ::posix_spawnp(&process, arguments[0], &actions, nullptr,
                             arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    errno = error;
    return -1;
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// The first error among the messages of a compiler, about the file that the
/// user knows.
static std::string findError(const std::string &messages,
                             const std::string &copy, const std::string &path) {
  std::istringstream lines(messages);
  std::string found;
  for (std::string line; std::getline(lines, line);) {
    if (found.empty())
      found = line;
    if (line.find("error:") == std::string::npos)
      continue;
    found = line;
    break;
  }
  size_t at = found.find(copy);
  return at == std::string::npos ? found : found.replace(at, copy.size(), path);
}

bool ReadSource::load(const std::string &path, const std::string &name,
                      const weft_kernel *kernel, std::string &message) {
  std::string text;
  if (!readText(path, text, message))
    return false;
  if (text.find(describeSignature(name, kernel)) == std::string::npos) {
    message = path + " has no function " + name +
              " for these tensors, formats and types\nhint: -write-source with "
              "the same options writes one; its comment lists the tensors that "
              "a function takes";
    return false;
  }
  TemporaryDirectory place;
  if (!place.exists()) {
    message = std::string("cannot compile ") + path +
              ": no directory can be made: " + std::strerror(errno);
    return false;
  }
  std::string copy = place.getFile("kernel.c");
  std::string caller = place.getFile("call.c");
  std::string output = place.getFile("call.so");
  if (!writeText(text, copy, message) ||
      !writeText(makeCaller(name, kernel), caller, message))
    return false;
  std::vector<std::string> words;
  appendWords("CC", words);
  if (words.empty())
    words.push_back("cc");
  size_t slash = path.rfind('/');
  words.insert(
      words.end(),
      {"-std=c99", "-O3", "-w", "-fPIC", "-shared",
       "-I" + (slash == std::string::npos ? "." : path.substr(0, slash + 1))});
  appendWords("CFLAGS", words);
  words.insert(words.end(), {caller, "-o", output, "-lm"});
  int status = runProgram(words, place.getFile("messages"));
  if (status != 0) {
    std::string messages, ignored;
    bool isMissing = status < 0 || status == 127;
    if (!isMissing)
      readText(place.getFile("messages"), messages, ignored);
    message = isMissing ? "cannot run the C compiler " + words[0] +
                              "\nhint: the environment's CC names another"
                        : words[0] + " cannot compile " + path;
    if (std::string error = findError(messages, copy, path); !error.empty())
      message += ": " + error;
    return false;
  }
  // Never unloaded: threads of an OpenMP library that it needs may still run.
  void *library = ::dlopen(output.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *symbol = library ? ::dlsym(library, "weft_call_kernel") : nullptr;
  if (!symbol) {
    message = "cannot load what " + words[0] + " made of " + path;
    return false;
  }
  std::memcpy(&function, &symbol, sizeof function);
  return true;
}
