//===- Decoder.h - Decoding of instructions ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decoder of a kernel, and the view of one instruction that the families of
// opcodes (Decode*.cpp) work on. A family takes the modifiers it knows; what is
// left over is refused, so that no modifier is ignored by accident.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_PTX_DECODER_H
#define WEFT_LIB_PTX_DECODER_H

#include "Program.h"

#include <unordered_map>

namespace weft {
namespace ptx {

class Decoder;

/// One instruction while it is decoded.
class Decoding {
public:
  Decoding(Decoder &decoder, const Instruction &text, Instr &instr)
      : decoder(decoder), text(text), instr(instr), modifiers(text.modifiers) {}

  /// Decodes one result and as many sources as there are types. False, with an
  /// error, if the operands are others.
  bool operands(Type result, std::initializer_list<Type> sources);
  /// Removes a modifier. False if it is not there.
  bool take(std::string_view modifier);
  /// Removes the first of the modifiers that are listed; -1 if there is none.
  int takeAny(std::initializer_list<std::string_view> words);
  /// Removes the first or the last modifier that is a type.
  std::optional<Type> takeType();
  bool hasModifiers() const { return !modifiers.empty(); }
  std::string_view firstModifier() const { return modifiers.front(); }

  size_t count() const { return text.operands.size(); }
  const Operand &operand(size_t index) const { return text.operands[index]; }
  /// Checks how many operands there are.
  bool expectOperands(size_t least, size_t most);
  bool expectOperands(size_t number) { return expectOperands(number, number); }

  /// Finds the slot of an operand. Registers are as wide as the type, or may be
  /// wider if `mayBeWider`. A constant is converted to the type.
  bool source(size_t index, Type type, Slot &slot, bool mayBeWider = false);
  bool source(const Operand &operand, Type type, Slot &slot,
              bool mayBeWider = false);
  bool result(size_t index, Type type, Slot &slot, bool mayBeWider = false);
  bool result(const Operand &operand, Type type, Slot &slot,
              bool mayBeWider = false);
  /// The address `[a + b]` of an operand: its slot, offset and, if the base is
  /// a variable, the space that it really is in.
  bool address(size_t index, Space space);

  bool refuse(std::string message, std::string hint = "");
  /// Refuses a type that the opcode does not have.
  bool refuseType();

  Decoder &decoder;
  const Instruction &text;
  Instr &instr;

private:
  std::vector<std::string_view> modifiers;
};

/// Decodes the instructions of an opcode.
using Family = bool (*)(Decoding &);
struct Opcode {
  std::string_view name;
  Family family;
};

/// The family of an opcode; null if it is unknown.
Family findFamily(std::string_view opcode);

// The families, by file.
bool decodeIntegerArithmetic(Decoding &);
bool decodeFloatArithmetic(Decoding &);
bool decodeCarry(Decoding &);
bool decodeLogic(Decoding &);
bool decodeShift(Decoding &);
bool decodeBits(Decoding &);
bool decodeFunction(Decoding &);
bool decodeMove(Decoding &);
bool decodeConvert(Decoding &);
bool decodeAddressConversion(Decoding &);
bool decodeCompare(Decoding &);
bool decodeSelect(Decoding &);
bool decodeLoad(Decoding &);
bool decodeStore(Decoding &);
bool decodeAtomic(Decoding &);
bool decodeFence(Decoding &);
bool decodePrefetch(Decoding &);
bool decodeBranch(Decoding &);
bool decodeExit(Decoding &);
bool decodeBarrier(Decoding &);
bool decodeCollective(Decoding &);
bool decodeTrap(Decoding &);

class Decoder {
public:
  Decoder(const Module &module, const SymbolAddress &symbols, Program &program,
          std::vector<Diagnostic> &diagnostics)
      : module(module), symbols(symbols), program(program),
        diagnostics(diagnostics) {}

  void run(const Function &entry);

  /// The lanes of a constant.
  const uint8_t *constantData(Slot slot) const {
    return program.constants.data() + slot.offset;
  }
  /// The predicate that instructions with a carry share.
  Slot carrySlot();
  uint64_t parameterBytes() const { return program.parameterBytes; }

private:
  friend class Decoding;

  /// Where a variable is.
  struct Place {
    Space space;
    uint64_t address;
    bool isDynamic = false;
    /// A parameter of a function that is inlined, or an argument of a call.
    bool isArgument = false;
  };
  /// One copy of a function.
  struct Frame {
    const Function *function;
    Frame *caller = nullptr;
    std::unordered_map<int, Slot> registers;
    std::unordered_map<std::string_view, Place> parameters;
    std::vector<std::optional<Place>> locals;
    /// Where the copy of each instruction is in the program.
    std::vector<uint32_t> starts;
    /// Branches to labels and to the end of the function.
    std::vector<uint32_t> branches, returns;
  };

  /// False once the kernel is too large, which is refused once.
  bool checkSize(const Instruction &text);
  void decodeBody(Frame &frame);
  void decodeInstruction(const Instruction &text);
  bool decodeCall(const Instruction &text);
  bool bindParameters(const Instruction &text, Frame &callee,
                      const std::vector<Variable> &formals,
                      const std::vector<Operand> &actuals, bool isResult);
  void emitMove(const Instruction &text, Slot result, Slot source);
  void resolveBranches(Frame &frame);
  bool refuse(const Instruction &text, std::string message,
              std::string hint = "");

  Slot allocate(Type type);
  Slot registerSlot(int index);
  Slot constant(uint64_t low, uint64_t high, unsigned bytes);
  std::optional<Slot> special(std::string_view name, Type &type);
  std::optional<Place> findSymbol(const Operand &operand);
  std::optional<Slot> symbolSlot(const Operand &operand, int64_t addend,
                                 unsigned bytes, Space *space);
  Place placeVariable(const Variable &variable);
  void layOutParameters(const Function &entry);

  const Module &module;
  const SymbolAddress &symbols;
  Program &program;
  std::vector<Diagnostic> &diagnostics;
  Frame *frame = nullptr;
  unsigned depth = 0;
  size_t numCalls = 0;
  bool isTooLarge = false;
  std::map<std::tuple<uint64_t, uint64_t, unsigned>, Slot> constants;
  std::map<Special, Slot> specials;
  std::unordered_map<const Variable *, Place> sharedPlaces;
  /// Constants that are offsets into dynamic shared memory.
  std::vector<Slot> dynamicConstants;
  uint64_t dynamicAlignment = 16;
  std::optional<Slot> carry;
};

} // namespace ptx
} // namespace weft

#endif // WEFT_LIB_PTX_DECODER_H
