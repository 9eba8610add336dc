//===- FunctionText.cpp - Lowered functions as short code -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints `arith`, `memref` and `scf` as people write such code. What is used
// once and reads no memory stands where it is used; other values get a name.
// Conversions between integers are not shown.
//
//===----------------------------------------------------------------------===//

#include "LevelFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;

namespace {
class FunctionPrinter {
public:
  explicit FunctionPrinter(llvm::raw_ostream &os) : os(os) {}

  void print(func::FuncOp function, ArrayRef<std::string> arguments,
             ArrayRef<std::string> results);

private:
  void printBlock(Block &block, unsigned depth);
  void printOperation(Operation *op, unsigned depth);
  void printIf(scf::IfOp op, unsigned depth);
  void printFor(scf::ForOp op, unsigned depth);
  void printWhile(scf::WhileOp op, unsigned depth);
  /// Prints `a, b = c, d`.
  void printAssignment(ArrayRef<std::string> names, ValueRange values,
                       unsigned depth);

  /// The text of a value; `isOperand` asks for parentheses where it has
  /// operators.
  std::string get(Value value, bool isOperand = false);
  std::string getList(ValueRange values);
  std::optional<std::string> getExpression(Operation *op);
  bool isInline(Operation *op);
  std::string makeName();
  SmallVector<std::string> makeNames(ValueRange values);

  llvm::raw_ostream &line(unsigned depth) { return os.indent(2 + 2 * depth); }

  llvm::raw_ostream &os;
  llvm::DenseMap<Value, std::string> texts;
  /// Values whose text has operators.
  llvm::DenseSet<Value> compound;
  unsigned numNames = 0;
};
} // namespace

/// An operator between two operands; empty if it is none.
static StringRef getInfix(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::AddIOp, arith::AddFOp>([](auto) { return "+"; })
      .Case<arith::SubIOp>([](auto) { return "-"; })
      .Case<arith::MulIOp>([](auto) { return "*"; })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [](auto) { return "/"; })
      .Case<arith::RemUIOp, arith::RemSIOp>([](auto) { return "%"; })
      .Case<arith::AndIOp>([](auto) { return "&"; })
      .Case<arith::OrIOp>([](auto) { return "|"; })
      .Case<arith::XOrIOp>([](auto) { return "^"; })
      .Case<arith::ShLIOp>([](auto) { return "<<"; })
      .Case<arith::ShRUIOp, arith::ShRSIOp>([](auto) { return ">>"; })
      .Case([](arith::CmpIOp compare) -> StringRef {
        switch (compare.getPredicate()) {
        case arith::CmpIPredicate::eq:
          return "==";
        case arith::CmpIPredicate::ne:
          return "!=";
        case arith::CmpIPredicate::slt:
        case arith::CmpIPredicate::ult:
          return "<";
        case arith::CmpIPredicate::sle:
        case arith::CmpIPredicate::ule:
          return "<=";
        case arith::CmpIPredicate::sgt:
        case arith::CmpIPredicate::ugt:
          return ">";
        case arith::CmpIPredicate::sge:
        case arith::CmpIPredicate::uge:
          return ">=";
        }
        return "";
      })
      .Default(StringRef());
}

static StringRef getPrefix(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::MinSIOp, arith::MinUIOp>([](auto) { return "min"; })
      .Case<arith::MaxSIOp, arith::MaxUIOp>([](auto) { return "max"; })
      .Default(StringRef());
}

/// A number; limits as the powers of two that they are.
static std::string getNumber(const llvm::APInt &number) {
  llvm::APInt next = number + 1;
  if (number.getSExtValue() > INT16_MAX - 1) {
    if (number.isPowerOf2())
      return "2^" + std::to_string(number.logBase2());
    if (next.isPowerOf2())
      return "(2^" + std::to_string(next.logBase2()) + " - 1)";
  }
  return llvm::toString(number, 10, /*Signed=*/true);
}

static bool isConversion(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp, memref::CastOp>(op);
}

std::string FunctionPrinter::makeName() {
  // Letters that stand for nothing else: t, u, v, w, and then with numbers.
  std::string name(1, char('t' + numNames % 4));
  if (numNames >= 4)
    name += std::to_string(numNames / 4);
  ++numNames;
  return name;
}

SmallVector<std::string> FunctionPrinter::makeNames(ValueRange values) {
  SmallVector<std::string> names;
  for (Value value : values)
    names.push_back(texts[value] = makeName());
  return names;
}

std::string FunctionPrinter::get(Value value, bool isOperand) {
  Operation *op = value.getDefiningOp();
  auto known = texts.find(value);
  if (known == texts.end() && op && isConversion(op))
    return get(op->getOperand(0), isOperand);
  if (known == texts.end())
    return "?";
  return isOperand && compound.contains(value) ? "(" + known->second + ")"
                                               : known->second;
}

std::string FunctionPrinter::getList(ValueRange values) {
  std::string text;
  for (Value value : values)
    text += (text.empty() ? "" : ", ") + get(value);
  return text;
}

/// What an operation without regions computes; nothing if it only changes
/// memory.
std::optional<std::string> FunctionPrinter::getExpression(Operation *op) {
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant))) {
    if (auto number = dyn_cast<IntegerAttr>(constant))
      return number.getType().isInteger(1)
                 ? std::string(number.getValue().isZero() ? "false" : "true")
                 : getNumber(number.getValue());
    if (auto number = dyn_cast<FloatAttr>(constant)) {
      SmallVector<char> digits;
      number.getValue().toString(digits);
      return std::string(digits.begin(), digits.end());
    }
  }
  if (StringRef infix = getInfix(op); !infix.empty())
    return get(op->getOperand(0), true) + " " + infix.str() + " " +
           get(op->getOperand(1), true);
  if (StringRef prefix = getPrefix(op); !prefix.empty())
    return prefix.str() + "(" + getList(op->getOperands()) + ")";
  return llvm::TypeSwitch<Operation *, std::optional<std::string>>(op)
      .Case([&](arith::SelectOp select) {
        return get(select.getCondition(), true) + " ? " +
               get(select.getTrueValue(), true) + " : " +
               get(select.getFalseValue(), true);
      })
      .Case([&](memref::LoadOp load) {
        return get(load.getMemRef()) + "[" + getList(load.getIndices()) + "]";
      })
      .Case([&](memref::DimOp dim) {
        return "length(" + get(dim.getSource()) + ")";
      })
      .Case([&](memref::AllocOp alloc) {
        MemRefType type = alloc.getType();
        return "new(" +
               (type.hasStaticShape() ? std::to_string(type.getNumElements())
                                      : getList(alloc.getDynamicSizes())) +
               ")";
      })
      .Case([&](memref::ReinterpretCastOp cast) {
        return get(cast.getSource()) + "[:" + getList(cast.getSizes()) + "]";
      })
      .Case([&](memref::SubViewOp view) {
        return get(view.getSource()) + "[" + getList(view.getOffsets()) +
               " : +" + getList(view.getSizes()) + "]";
      })
      .Case([&](memref::ExtractAlignedPointerAsIndexOp address) {
        return "address(" + get(address.getSource()) + ")";
      })
      .Case([&](func::CallOp call) {
        return call.getCallee().str() + "(" + getList(call.getOperands()) + ")";
      })
      .Default([&](Operation *other) -> std::optional<std::string> {
        if (other->getNumResults() == 0)
          return std::nullopt;
        return other->getName().getStringRef().str() + "(" +
               getList(other->getOperands()) + ")";
      });
}

bool FunctionPrinter::isInline(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (isa<func::CallOp, memref::AllocOp>(op))
    return false;
  // Memory may change between a load and its use.
  if (isa<memref::LoadOp>(op)) {
    auto function = op->getParentOfType<func::FuncOp>();
    bool changes = false;
    function.walk([&](Operation *other) {
      changes |= isa<memref::StoreOp, memref::CopyOp, func::CallOp,
                     scf::WhileOp, scf::ForOp>(other);
    });
    return !changes && op->hasOneUse();
  }
  if (op->hasOneUse())
    // A loop would compute it again.
    return op->getParentRegion() ==
               op->getUses().begin()->getOwner()->getParentRegion() ||
           !op->getUses()
                .begin()
                ->getOwner()
                ->getParentOfType<LoopLikeOpInterface>();
  return false;
}

void FunctionPrinter::printAssignment(ArrayRef<std::string> names,
                                      ValueRange values, unsigned depth) {
  std::string left, right;
  for (auto [name, value] : llvm::zip_equal(names, values)) {
    std::string text = get(value);
    if (text == name)
      continue;
    left += (left.empty() ? "" : ", ") + name;
    right += (right.empty() ? "" : ", ") + text;
  }
  if (!left.empty())
    line(depth) << left << " = " << right << "\n";
}

void FunctionPrinter::printIf(scf::IfOp op, unsigned depth) {
  SmallVector<std::string> names = makeNames(op.getResults());
  line(depth) << "if " << get(op.getCondition()) << ":\n";
  printBlock(*op.thenBlock(), depth + 1);
  if (op.getNumResults() != 0)
    printAssignment(names, op.thenYield().getResults(), depth + 1);
  if (!op.elseBlock())
    return;
  line(depth) << "else:\n";
  printBlock(*op.elseBlock(), depth + 1);
  if (op.getNumResults() != 0)
    printAssignment(names, op.elseYield().getResults(), depth + 1);
}

void FunctionPrinter::printFor(scf::ForOp op, unsigned depth) {
  SmallVector<std::string> names = makeNames(op.getResults());
  for (auto [argument, name] : llvm::zip_equal(op.getRegionIterArgs(), names))
    texts[argument] = name;
  printAssignment(names, op.getInitArgs(), depth);
  std::string variable = texts[op.getInductionVar()] = makeName();
  line(depth) << "for " << variable << " from " << get(op.getLowerBound())
              << " to " << get(op.getUpperBound()) << ":\n";
  printBlock(*op.getBody(), depth + 1);
  printAssignment(names, op.getYieldedValues(), depth + 1);
}

void FunctionPrinter::printWhile(scf::WhileOp op, unsigned depth) {
  SmallVector<std::string> names = makeNames(op.getResults());
  SmallVector<std::string> carried = makeNames(op.getBeforeArguments());
  printAssignment(carried, op.getInits(), depth);
  line(depth) << "loop:\n";
  printBlock(*op.getBeforeBody(), depth + 1);
  scf::ConditionOp condition = op.getConditionOp();
  printAssignment(names, condition.getArgs(), depth + 1);
  for (auto [argument, name] : llvm::zip_equal(op.getAfterArguments(), names))
    texts[argument] = name;
  line(depth + 1) << "stop unless " << get(condition.getCondition()) << "\n";
  printBlock(*op.getAfterBody(), depth + 1);
  printAssignment(carried, op.getYieldOp().getOperands(), depth + 1);
}

void FunctionPrinter::printOperation(Operation *op, unsigned depth) {
  if (auto conditional = dyn_cast<scf::IfOp>(op))
    return printIf(conditional, depth);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return printFor(loop, depth);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return printWhile(loop, depth);
  if (auto store = dyn_cast<memref::StoreOp>(op)) {
    line(depth) << get(store.getMemRef()) << "[" << getList(store.getIndices())
                << "] = " << get(store.getValueToStore()) << "\n";
    return;
  }
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    line(depth) << get(copy.getTarget()) << " = copy of "
                << get(copy.getSource()) << "\n";
    return;
  }
  if (isConversion(op) || op->hasTrait<OpTrait::IsTerminator>())
    return;
  std::optional<std::string> text = getExpression(op);
  if (!text) {
    line(depth) << op->getName().stripDialect() << "("
                << getList(op->getOperands()) << ")\n";
    return;
  }
  if (isInline(op)) {
    Value result = op->getResult(0);
    texts[result] = *text;
    if (!getInfix(op).empty() || isa<arith::SelectOp>(op))
      compound.insert(result);
    return;
  }
  SmallVector<std::string> names = makeNames(op->getResults());
  line(depth) << llvm::join(names, ", ") << (names.empty() ? "" : " = ")
              << *text << "\n";
}

void FunctionPrinter::printBlock(Block &block, unsigned depth) {
  for (Operation &op : block)
    printOperation(&op, depth);
}

void FunctionPrinter::print(func::FuncOp function,
                            ArrayRef<std::string> arguments,
                            ArrayRef<std::string> results) {
  for (auto [argument, name] :
       llvm::zip_equal(function.getArguments(), arguments))
    texts[argument] = name;
  Block &body = function.getBody().front();
  printBlock(body, 0);
  ValueRange values = body.getTerminator()->getOperands();
  ValueRange parts = values.take_front(results.size());
  ValueRange others = values.drop_front(results.size());
  printAssignment(results, parts, 0);
  if (!others.empty())
    line(0) << "return " << getList(others) << "\n";
  else if (body.without_terminator().empty() &&
           llvm::all_of(llvm::zip_equal(results, parts), [&](auto pair) {
             return std::get<0>(pair) == get(std::get<1>(pair));
           }))
    line(0) << "nothing\n";
}

void weft::printFunctionText(func::FuncOp function,
                             ArrayRef<std::string> arguments,
                             ArrayRef<std::string> results,
                             llvm::raw_ostream &os) {
  FunctionPrinter(os).print(function, arguments, results);
}
