//===- Outputs.h - Files written together -----------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the driver may write several files, and promises to write none of
// them after an error. They are therefore written beside their places first and
// moved there together.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_OUTPUTS_H
#define WEFT_TOOLS_WEFT_OUTPUTS_H

#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace weft {
namespace driver {

/// The files that the driver writes. Unless `place` succeeded, the destructor
/// removes what is new. On failure functions return false and set `message`.
class Outputs {
public:
  /// Writes a file of this path. On failure returns false and sets `message`.
  using Writer =
      std::function<bool(const std::string &path, std::string &message)>;

  Outputs() = default;
  Outputs(const Outputs &) = delete;
  Outputs &operator=(const Outputs &) = delete;
  ~Outputs();

  /// Adds a file after a check that it can be written and is no other output.
  bool add(const std::string &path, Writer writer, std::string &message);
  /// Writes all files, but not yet to their places. What is no regular file,
  /// say a pipe, cannot be moved and is written after the others.
  bool write(std::string &message);
  /// Moves all files to their places.
  bool place(std::string &message);

private:
  struct Output {
    std::string path;
    Writer writer;
    /// Where the file comes to be, with all links followed, and where it is
    /// written at first: in a directory beside it that is of this process
    /// alone.
    std::string target, temporary, directory;
    /// Whether it is no regular file, or one that is open already.
    bool isSpecial = false;
    /// The descriptor of the open file that the path names; negative if it
    /// names none.
    int descriptor = -1;
    /// The permissions of a file that is replaced.
    bool isNew = true;
    mode_t mode = 0;
    bool isPlaced = false;
  };

  /// Makes the directory in which an output is written at first.
  static bool addDirectory(Output &output, std::string &message);
  /// Checks that a file may take the place of another one.
  static bool checkReplacement(const Output &output, std::string &message);
  static void removeDirectory(Output &output);

  std::vector<Output> outputs;
  bool isComplete = false;
};

/// The directory for temporary files: $TMPDIR, or /tmp.
std::string getTemporaryDirectory();

/// Writes a text to a file. On failure returns false and sets `message`.
bool writeText(const std::string &text, const std::string &path,
               std::string &message);

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_OUTPUTS_H
