//===- Function.h - The functions of index notation -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which functions and reductions an expression may use is data: two tables that
// the parser, its error messages and the documentation of the driver share.
// They extend the grammar of tensor index notation of thesis section 4.2, which
// says of itself that it is to be extended with operators and reductions.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_NOTATION_FUNCTION_H
#define WEFT_NOTATION_FUNCTION_H

#include <limits>
#include <string_view>
#include <vector>

namespace weft {
namespace notation {

/// The scalar functions. `User` is one that an expression's author defined,
/// which the table does not list.
enum class Function {
  Abs,
  Acos,
  And,
  Asin,
  Atan,
  Ceil,
  Conj,
  Cos,
  Cosh,
  Erf,
  Exp,
  Floor,
  Imag,
  Log,
  Log10,
  Log2,
  Max,
  Min,
  Not,
  Or,
  Pow,
  Real,
  Round,
  Select,
  Sign,
  Sin,
  Sinh,
  Sqrt,
  Tan,
  Tanh,
  Trunc,
  User,
  Xor
};

/// A function as an expression spells it.
struct FunctionInfo {
  static constexpr unsigned unbounded = std::numeric_limits<unsigned>::max();

  std::string_view name;
  Function function;
  unsigned minArguments;
  unsigned maxArguments;
};

/// The operators of reductions. `Any` and `All` reduce truth values (a number
/// is true if it is not zero) and give 0 or 1. `User` is a function that an
/// expression's author defined.
enum class Reducer { Sum, Product, Min, Max, Any, All, User };

/// A reduction as an expression spells it: `name(k, expression)`.
struct ReducerInfo {
  std::string_view name;
  Reducer reducer;
};

/// All spellings of functions in alphabetical order; `where` is another one of
/// `select`.
const std::vector<FunctionInfo> &getFunctions();
/// All spellings of reductions; `min` and `max` are functions as well.
const std::vector<ReducerInfo> &getReducers();

/// The entry of a name, or null.
const FunctionInfo *findFunction(std::string_view name);
const ReducerInfo *findReducer(std::string_view name);

/// The name that an expression uses for a function or reduction.
std::string_view nameOf(Function function);
std::string_view nameOf(Reducer reducer);

/// The name of the function or reduction that a misspelt name most likely
/// means; empty if none is near. `defined` are those that are in no table.
std::string_view
suggestFunction(std::string_view name,
                const std::vector<std::string_view> &defined = {});

} // namespace notation
} // namespace weft

#endif // WEFT_NOTATION_FUNCTION_H
