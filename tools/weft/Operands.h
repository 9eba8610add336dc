//===- Operands.h - Sources of operands -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads, parses or generates the operands of a kernel, each in the format and
// the type that the kernel was compiled for.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_TOOLS_WEFT_OPERANDS_H
#define WEFT_TOOLS_WEFT_OPERANDS_H

#include "Api.h"
#include "CommandLine.h"

#include <optional>

namespace weft {
namespace driver {

/// A tensor to be made: its place in the kernel's signature in words.
struct TensorDescription {
  std::string name, format, type;
  int64_t order = 0;
};

/// Where a generated tensor has entries.
struct Generator {
  enum class Pattern { Entries, Ones, Diagonals, Blocks, Rows, Columns };
  Pattern pattern = Pattern::Entries;
  /// How many of the entries, rows or columns are stored, from 0 to 1.
  double density = 1;

  /// Whether most components are absent.
  bool isSparse() const {
    return pattern == Pattern::Entries ? density < 0.5
                                       : pattern != Pattern::Ones;
  }
};

/// Whether a format, as weft_kernel_tensor_format gives it, stores all
/// components.
bool isDense(const std::string &format);

/// The generator that -g names; none if there is no such kind.
std::optional<Generator> parseGenerator(const std::string &kind);

/// Makes a random tensor. The same seed gives the same tensor on every machine.
bool generateTensor(const TensorDescription &description,
                    const std::vector<int64_t> &dims,
                    const Generator &generator, uint64_t seed, Tensor &tensor,
                    std::string &message);

/// Makes a scalar of a number in a text; returns nothing if the text is no
/// number.
std::optional<bool> parseScalar(const TensorDescription &description,
                                const std::string &text, Tensor &tensor,
                                std::string &message);

/// The operands of a kernel.
class Operands {
public:
  Operands(const CommandLine &line, const weft_kernel *kernel)
      : line(line), kernel(kernel) {}

  /// Makes all operands; on failure returns false and sets `message`.
  bool load(std::string &message);

  std::vector<const weft_tensor *> pointers() const;

private:
  bool read(int64_t index, const Source &source, std::string &message);
  bool generate(int64_t index, const Source &source, std::string &message);
  /// The size of a mode, where it is known.
  std::optional<int64_t> findSize(int64_t index, int64_t mode) const;
  bool hasSizes(int64_t index) const;
  TensorDescription describe(int64_t index) const;

  const CommandLine &line;
  const weft_kernel *kernel;
  std::vector<Tensor> tensors;
};

} // namespace driver
} // namespace weft

#endif // WEFT_TOOLS_WEFT_OPERANDS_H
