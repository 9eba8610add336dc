//===- ObjectCode.h - Object files as code in memory ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links the object file of a kernel into this process without LLVM, which takes
// longer to load than most kernels take to run
// (docs/decisions/kernel-cache.md). Kernels are position-independent code
// without initializers, thread-local variables and unwinding, which takes few
// kinds of relocations. Whatever else a file has, and whatever machine it is
// for, it is refused: its user then asks LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_RUNTIME_OBJECTCODE_H
#define WEFT_RUNTIME_OBJECTCODE_H

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace weft {
namespace runtime {

/// A function that code may call; null if there is none of this name.
using SymbolResolver = void *(*)(const char *name);

/// Machine code in memory. It is removed with this object.
class ObjectCode {
public:
  /// Links an object file against what `resolve` finds. Returns null if it
  /// cannot.
  static std::unique_ptr<ObjectCode> link(std::string_view object,
                                          SymbolResolver resolve);

  ~ObjectCode();
  ObjectCode(const ObjectCode &) = delete;
  ObjectCode &operator=(const ObjectCode &) = delete;

  /// The address of a global function of the object file, or null.
  void *find(const std::string &name) const;

private:
  friend class ObjectLinker;
  ObjectCode(void *memory, size_t size) : memory(memory), size(size) {}

  void *memory;
  size_t size;
  std::map<std::string, void *> functions;
};

} // namespace runtime
} // namespace weft

#endif // WEFT_RUNTIME_OBJECTCODE_H
