//===- Module.h - PTX as it is written --------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parsed form of a PTX module: variables, functions and instructions with
// their registers, labels and symbols resolved. Opcodes and their modifiers are
// still text; `Program` decodes them.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_PTX_MODULE_H
#define WEFT_PTX_MODULE_H

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {
namespace ptx {

/// A located message. Lines and columns begin at 1.
struct Diagnostic {
  unsigned line = 0, column = 0;
  std::string message;
  /// What to do about it; may be empty.
  std::string hint;
};

/// The type of a register, a variable or an instruction.
struct Type {
  enum class Kind : uint8_t {
    Bits,
    Unsigned,
    Signed,
    Float,
    BFloat,
    Predicate
  };
  Kind kind = Kind::Bits;
  /// Of one element; 0 of a predicate.
  uint8_t bits = 0;
  /// 2 for packed types such as `.f16x2`.
  uint8_t elements = 1;

  unsigned bytes() const { return bits * elements / 8; }
  bool isFloat() const { return kind == Kind::Float || kind == Kind::BFloat; }
  bool isSigned() const { return kind == Kind::Signed; }
  bool isPredicate() const { return kind == Kind::Predicate; }
};

/// The type that a word without its point names: `u32`, `f16x2`, `pred`.
std::optional<Type> parseType(std::string_view word);

enum class Space : uint8_t { Generic, Param, Global, Shared, Const, Local };

struct Variable {
  std::string_view name;
  Space space = Space::Global;
  /// Of an element.
  Type type;
  unsigned alignment = 1;
  uint64_t bytes = 0;
  /// Shared memory whose size each launch chooses.
  bool isDynamic = false;
  bool isExternal = false;
  /// A parameter that is a register: `.reg .b32 %a`.
  int registerIndex = -1;
  unsigned line = 0;
  std::vector<uint8_t> initial;

  /// An address of another variable in the initial value.
  struct Reference {
    uint64_t offset;
    std::string_view symbol;
    int64_t addend;
    bool isGeneric;
  };
  std::vector<Reference> references;
};

struct Operand {
  enum class Kind : uint8_t {
    Register,
    /// `%tid.x`; `name` includes the dimension.
    Special,
    /// A variable, a function or a parameter.
    Symbol,
    Label,
    Integer,
    /// `bits` holds a double, or a float if it was written as `0f`.
    Float,
    /// `[base + offset]`, where the only element is the base.
    Address,
    /// `{a, b}` or `(a, b)`.
    List,
    /// `d|p`.
    Pair,
    /// `_`.
    Sink
  };
  Kind kind = Kind::Sink;
  bool isNegated = false;
  bool isSingle = false;
  std::string_view name;
  /// The register, variable scope entry or label; the integer or the offset.
  int64_t value = 0;
  uint64_t bits = 0;
  std::vector<Operand> elements;
};

struct Instruction {
  std::string_view opcode;
  std::vector<std::string_view> modifiers;
  std::vector<Operand> operands;
  /// The register of `@p`, or -1.
  int guard = -1;
  bool isGuardNegated = false;
  unsigned line = 0, column = 0;
};

struct Function {
  std::string_view name;
  bool isEntry = false;
  bool isDeclaration = false;
  std::vector<Variable> results, parameters;
  /// Variables of the body in the order of their declarations. Operands refer
  /// to them by `value`.
  std::vector<Variable> locals;
  std::vector<Type> registers;
  std::vector<Instruction> body;
  /// The instruction that follows each label.
  std::vector<uint32_t> labels;
  /// Lists of labels for `brx.idx`, by the label that names them.
  struct TargetList {
    uint32_t label;
    std::vector<uint32_t> targets;
  };
  std::vector<TargetList> targetLists;
  /// `.maxntid` and `.reqntid`; 0 where nothing is said.
  std::array<unsigned, 3> maximumThreads{}, requiredThreads{};
  unsigned line = 0;
};

struct Module {
  /// What all names point into.
  std::unique_ptr<std::string> text;
  std::string_view version, target;
  std::vector<Variable> variables;
  std::vector<Function> functions;

  const Function *findFunction(std::string_view name) const;
  const Variable *findVariable(std::string_view name) const;
};

/// Parses a module. Nothing and a diagnostic if the text is not PTX.
std::optional<Module> parseModule(std::string_view text,
                                  Diagnostic &diagnostic);

} // namespace ptx
} // namespace weft

#endif // WEFT_PTX_MODULE_H
