//===- Names.cpp - Names of variables ---------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the names of variables.
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "Placement.h"

#include "weft/Dialect/Weft/IR/Weft.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;
using namespace weft::csource;

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

/// Whether a name begins as those of the runtime, of OpenMP, of implementations
/// of C, or of the macros that the included headers define.
static bool hasReservedPrefix(StringRef name) {
  static constexpr StringLiteral macros[] = {
      "M_",     "FP_",    "MATH_",  "FLT_",  "DBL_",   "LDBL_", "DECIMAL_",
      "HUGE_",  "INT",    "UINT",   "SIZE_", "SIG_",   "WINT_", "PTRDIFF_",
      "WCHAR_", "CHAR_",  "SCHAR_", "SHRT_", "UCHAR_", "LONG_", "LLONG_",
      "USHRT_", "ULONG_", "EXIT_",  "RAND_", "ULLONG_"};
  if (llvm::none_of(name, llvm::isLower) &&
      llvm::any_of(macros,
                   [&](StringRef prefix) { return name.starts_with(prefix); }))
    return true;
  return name.starts_with("weft_") || name.starts_with("omp_") ||
         name.starts_with("_");
}

/// Keywords of C and C++, and what the headers that are included define and
/// kernels use.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> names = {
      "auto",      "break",     "case",        "char",          "const",
      "continue",  "default",   "do",          "double",        "else",
      "enum",      "extern",    "float",       "for",           "goto",
      "if",        "inline",    "int",         "long",          "register",
      "restrict",  "return",    "short",       "signed",        "sizeof",
      "static",    "struct",    "switch",      "typedef",       "union",
      "unsigned",  "void",      "volatile",    "while",         "bool",
      "true",      "false",     "complex",     "imaginary",     "I",
      "NULL",      "NAN",       "INFINITY",    "HUGE_VAL",      "EOF",
      "errno",     "assert",    "stdin",       "stdout",        "stderr",
      "asm",       "typeof",    "linux",       "unix",          "class",
      "new",       "delete",    "this",        "template",      "typename",
      "namespace", "using",     "virtual",     "operator",      "private",
      "public",    "protected", "friend",      "try",           "catch",
      "throw",     "and",       "or",          "not",           "xor",
      "bitand",    "bitor",     "compl",       "memcpy",        "memset",
      "malloc",    "free",      "realloc",     "calloc",        "run",
      "error",     "part",      "size_t",      "int8_t",        "int16_t",
      "int32_t",   "int64_t",   "uint8_t",     "uint16_t",      "uint32_t",
      "uint64_t",  "intptr_t",  "isnan",       "isinf",         "isfinite",
      "signbit",   "fma",       "isunordered", "islessgreater", "fmin",
      "fmax",      "abs"};
  // Those of C++ and CUDA alone.
  static const llvm::StringSet<> more = {
      "alignas",       "alignof",     "and_eq",
      "blockDim",      "blockIdx",    "char16_t",
      "char32_t",      "const_cast",  "constexpr",
      "decltype",      "dim3",        "dynamic_cast",
      "explicit",      "export",      "gridDim",
      "mutable",       "noexcept",    "not_eq",
      "nullptr",       "or_eq",       "reinterpret_cast",
      "static_assert", "static_cast", "thread_local",
      "threadIdx",     "typeid",      "warpSize",
      "wchar_t",       "weft",        "xor_eq"};
  return names.contains(name) || more.contains(name) || hasReservedPrefix(name);
}

/// Functions of libm that an expression may call.
static bool isMathFunction(StringRef name) {
  static const llvm::StringSet<> names = {
      "acos",  "acosh", "asin", "asinh", "atan",  "atan2",   "atanh", "cbrt",
      "ceil",  "cos",   "cosh", "erf",   "erfc",  "exp",     "exp2",  "expm1",
      "fabs",  "floor", "log",  "log10", "log1p", "log2",    "pow",   "round",
      "sin",   "sinh",  "sqrt", "tan",   "tanh",  "trunc",   "fmod",  "hypot",
      "creal", "cimag", "carg", "conj",  "cproj", "copysign"};
  if (names.contains(name))
    return true;
  if (name.consume_back("f") && names.contains(name))
    return true;
  return name.consume_front("c") && names.contains(name);
}

bool Scopes::isFree(StringRef name) const {
  return !name.empty() && !taken.contains(name) && !isReserved(name) &&
         !isMathFunction(name);
}

void Scopes::pop() {
  for (const std::string &name : declared.pop_back_val())
    taken.erase(name);
}

std::string Scopes::declare(StringRef wish) {
  // Names of the text may have letters that C does not have.
  std::string base = wish.str();
  for (char &c : base)
    if (!llvm::isAlnum(c) && c != '_')
      c = '_';
  // No number makes a name free whose prefix is reserved.
  if (hasReservedPrefix(base) || !llvm::isAlpha(base.front()))
    base = "v" + base;
  std::string name = base;
  // A digit behind a digit would look like another number.
  StringRef separator = !base.empty() && llvm::isDigit(base.back()) ? "_" : "";
  for (unsigned number = 2; !isFree(name); ++number)
    name = base + separator.str() + std::to_string(number);
  taken.insert(name);
  declared.back().push_back(name);
  return name;
}

std::string Scopes::declareLabel(StringRef wish) {
  std::string name = wish.str();
  for (unsigned number = 2; !labels.insert(name).second; ++number)
    name = (wish + llvm::Twine(number)).str();
  return name;
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

bool NameHints::setHint(Value value, StringRef name) {
  return hints.try_emplace(value, name.str()).second;
}

void NameHints::nameArray(Value array, StringRef name) {
  for (Value member : arrays.getMembers(array))
    setHint(member, name);
}

/// The position in an array `A2_crd` or `A_vals` is called `pA2` or `pA`.
static std::string getPositionName(StringRef array) {
  if (array.consume_back("_crd") || array.consume_back("_vals") ||
      array.consume_back("_pos"))
    return ("p" + array).str();
  return "";
}

void NameHints::namePositions(func::FuncOp function) {
  // Coordinates say of which level a position is, values only of which tensor.
  for (StringRef suffix : {"_crd", "_vals"})
    function.walk([&](Operation *op) {
      Value array, position;
      auto load = dyn_cast<memref::LoadOp>(op);
      auto store = dyn_cast<memref::StoreOp>(op);
      if (load && load.getMemRefType().getRank() == 1)
        array = load.getMemRef(), position = load.getIndices().front();
      else if (store && store.getMemRefType().getRank() == 1)
        array = store.getMemRef(), position = store.getIndices().front();
      auto hint = hints.find(array);
      if (array && hint != hints.end() &&
          StringRef(hint->second).ends_with(suffix))
        setHint(position, getPositionName(hint->second));
    });
  // What is read there has a name of its own.
  function.walk([&](memref::LoadOp load) {
    auto hint = hints.find(load.getMemRef());
    if (hint == hints.end() || load.getMemRefType().getRank() != 1)
      return;
    StringRef name = hint->second;
    std::string wish;
    if (name.consume_back("_crd")) {
      wish = ("c" + name).str();
    } else if (name.consume_back("_pos")) {
      bool isNext = load.getIndices().front().getDefiningOp<arith::AddIOp>();
      wish = ("p" + name + (isNext ? "_end" : "_begin")).str();
    } else if (name.consume_back("_vals")) {
      wish = (name + "_val").str();
    }
    if (wish.empty())
      return;
    setHint(load, wish);
    for (Operation *user : load->getUsers())
      if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(user))
        setHint(user->getResult(0), wish);
  });
  // And so are values that become positions.
  auto copy = [&](Value to, Value from) {
    auto hint = hints.find(to);
    if (hint == hints.end() || isa<MemRefType>(to.getType()))
      return false;
    std::string name = hint->second;
    return setHint(from, name);
  };
  bool changed = true;
  while (changed) {
    changed = false;
    function.walk([&](Operation *op) {
      forEachFlow(op, [&](Value to, Value from) {
        changed |= copy(to, from);
        if (isa<BlockArgument>(from) || from.getDefiningOp()->getNumRegions())
          changed |= copy(from, to);
      });
    });
  }
}

/// Whether a coordinate `cA2` is the one of the iteration is `hasA2`; how long
/// an array has to be is what is needed.
void NameHints::nameTests(func::FuncOp function) {
  function.walk([&](Operation *op) {
    if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      auto hint = hints.find(compare.getLhs());
      if (compare.getPredicate() == arith::CmpIPredicate::eq &&
          hint != hints.end() && StringRef(hint->second).starts_with("c")) {
        std::string name = "has" + hint->second.substr(1);
        setHint(compare, name);
      }
      if (compare.getPredicate() == arith::CmpIPredicate::slt &&
          compare.getLhs().getDefiningOp<memref::DimOp>())
        setHint(compare.getRhs(), "needed");
    } else if (auto view = dyn_cast<memref::ReinterpretCastOp>(op)) {
      OpFoldResult size = view.getMixedSizes().front();
      if (view.getSource().getDefiningOp<func::CallOp>() && isa<Value>(size))
        setHint(cast<Value>(size), "capacity");
    }
  });
}

/// Arrays that are no tensor's are workspaces.
void NameHints::nameWorkspaces(func::FuncOp function) {
  function.walk([&](memref::ReallocOp realloc) { setHint(realloc, "grown"); });
  function.walk([&](memref::AllocaOp alloca) {
    nameArray(alloca, alloca.getType().getMemorySpace() ? "shared" : "w");
  });
  function.walk([&](memref::AllocOp alloc) {
    Type element = alloc.getType().getElementType();
    // What parts of loops leave, and how much of it.
    if (isa<MemRefType, IndexType>(element)) {
      nameArray(alloc, element.isIndex() ? "counts" : "parts");
      return;
    }
    if (alloc.getType().hasStaticShape() &&
        llvm::any_of(alloc->getUsers(), [](Operation *user) {
          return isa<memref::ExtractAlignedPointerAsIndexOp>(user);
        }))
      setHint(alloc, "keys");
    nameArray(alloc, isa<FloatType, ComplexType>(element)   ? "w"
                     : element.getIntOrFloatBitWidth() <= 8 ? "w_set"
                                                            : "w_crd");
  });
}

/// What loops carry and add to is a sum.
void NameHints::nameSums(func::FuncOp function) {
  function.walk([&](Operation *op) {
    ValueRange carried, yielded;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      carried = loop.getRegionIterArgs();
      yielded = loop.getBody()->getTerminator()->getOperands();
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      carried = loop.getBeforeArguments();
      yielded = loop.getYieldOp()->getOperands();
    }
    for (auto [value, next] : llvm::zip(carried, yielded)) {
      if (!isa<FloatType, ComplexType>(value.getType()))
        continue;
      Operation *step = next.getDefiningOp();
      bool adds = isa_and_nonnull<arith::AddFOp, complex::AddOp, scf::ForOp,
                                  scf::IfOp, scf::WhileOp>(step);
      setHint(value, adds ? "sum" : "acc");
    }
  });
}

/// The numbers of units of a GPU. Blocks with two dimensions have warps.
void NameHints::nameUnits(func::FuncOp function) {
  using mlir::gpu::Dimension;
  function.walk([&](Operation *op) {
    if (isa<mlir::gpu::BlockIdOp>(op))
      setHint(op->getResult(0), "block");
    else if (auto id = dyn_cast<mlir::gpu::ThreadIdOp>(op))
      setHint(id, id.getDimension() == Dimension::x ? "thread" : "warp");
  });
}

NameHints::NameHints(func::FuncOp function, const CKernel *kernel,
                     const Arrays &arrays)
    : arrays(arrays) {
  if (kernel) {
    Operation *end = function.getBody().front().getTerminator();
    SmallVector<CArray> names;
    for (const CTensor &result : kernel->results)
      names.append(result.arrays.begin(), result.arrays.end());
    unsigned next = 0;
    for (Value returned : end->getOperands())
      if (isa<MemRefType>(returned.getType()) && next < names.size())
        nameArray(returned, names[next++].name);
    names.clear();
    for (const CTensor &operand : kernel->operands)
      names.append(operand.arrays.begin(), operand.arrays.end());
    next = 0;
    for (Value argument : function.getArguments())
      if (isa<MemRefType>(argument.getType()) && next < names.size())
        nameArray(argument, names[next++].name);
  }
  auto visit = [&](Value value) {
    if (StringRef name = getGivenName(value); !name.empty())
      setHint(value, name);
  };
  function.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), visit);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), visit);
  });
  nameUnits(function);
  nameWorkspaces(function);
  namePositions(function);
  nameTests(function);
  nameSums(function);
}

std::string NameHints::get(Value value) const {
  if (auto hint = hints.find(value); hint != hints.end())
    return hint->second;
  Type type = value.getType();
  if (isa<MemRefType>(type))
    return "array";
  if (type.isInteger(1))
    return "flag";
  if (type.isIndex())
    return isa<BlockArgument>(value) ? "k" : "n";
  return "t";
}
